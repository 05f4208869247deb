// The words that every page needs, as one file: a phone fetches one sooner than five.
import browser from "../../../src/stichwerk/words/en/browser.json";
import front from "../../../src/stichwerk/words/en/front.json";
import games from "../../../src/stichwerk/words/en/games.json";
import refusals from "../../../src/stichwerk/words/en/refusals.json";
import table from "../../../src/stichwerk/words/en/table.json";

export default { ...browser, ...front, ...games, ...refusals, ...table };
