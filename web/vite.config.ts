// Builds the client into the Python package, which serves it. `npm run dev` serves it here, with a Stichwerk server behind it.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const server = process.env.STICHWERK_SERVER ?? "http://127.0.0.1:8000";

// Few files, since each one costs a phone time: what begins before all else is here; what every page stands on; a table of tricks.
const FILES = [
  { name: "start", test: /src\/lib\/early\.ts$|preload-helper/, priority: 3 },
  { name: "house", test: /svelte\/src\/reactivity|src\/(house\.ts|parts\/(Header|Dialog)\.svelte|cards\/CardView\.svelte|lib\/(api|titles|seat-names|paths|sounds)\.ts)$/, priority: 2 },
  { name: "tricks", test: /src\/(table\/TricksTable\.svelte|lib\/frames\.ts)$/, priority: 1 },
];

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/stichwerk/server/client",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false }, // who does not know it loads a little later
    manifest: true, // by which the server names in each page's head what it needs
    rolldownOptions: { output: { codeSplitting: { groups: FILES } } },
  },
  server: { fs: { allow: [".."] }, proxy: { "/api": { target: server, ws: true } } },
});
