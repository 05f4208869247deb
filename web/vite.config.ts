// Builds the client into the Python package, which serves it. `npm run dev` serves it here, with a Stichwerk server behind it.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const server = process.env.STICHWERK_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/stichwerk/server/client",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    manifest: true, // by which the server names in each page's head what it needs
    // The front page with all it stands on is one file, not a dozen: each one costs a phone time. (Not main.ts, which waits for the page:
    // a page that stood on its file would wait for itself.)
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "house", test: /src\/App\.svelte$/ }] } } },
  },
  server: { fs: { allow: [".."] }, proxy: { "/api": { target: server, ws: true } } },
});
