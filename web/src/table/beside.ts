// All that is around a table and not in its first picture. It comes after that, in one file.
export { default as Chat } from "./Chat.svelte";
export { default as GameEnd } from "./GameEnd.svelte";
export { default as Known } from "./Known.svelte";
export { default as RoundEnd } from "./RoundEnd.svelte";
export { default as SeatSheet } from "./SeatSheet.svelte";
export { default as TableMenu } from "./TableMenu.svelte";
export { default as WaitingRoom } from "./WaitingRoom.svelte";
