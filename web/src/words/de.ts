// The words that every page needs, as one file: a phone fetches one sooner than five.
import browser from "../../../src/stichwerk/words/de/browser.json";
import front from "../../../src/stichwerk/words/de/front.json";
import games from "../../../src/stichwerk/words/de/games.json";
import refusals from "../../../src/stichwerk/words/de/refusals.json";
import table from "../../../src/stichwerk/words/de/table.json";

export default { ...browser, ...front, ...games, ...refusals, ...table };
