// The words that every page needs, as one file: a phone fetches one sooner than five.
import browser from "../../../src/stichwerk/words/fr/browser.json";
import front from "../../../src/stichwerk/words/fr/front.json";
import games from "../../../src/stichwerk/words/fr/games.json";
import refusals from "../../../src/stichwerk/words/fr/refusals.json";
import table from "../../../src/stichwerk/words/fr/table.json";

export default { ...browser, ...front, ...games, ...refusals, ...table };
