// The page's first file, and a small one: what it asks for travels beside all the others, not after them.
import { openEarly } from "./lib/early";
import { firstLanguage, firstWords } from "./lib/language";

openEarly();
firstWords(firstLanguage()).catch(() => undefined); // who needs them asks again, and says what is wrong
void import("./house");
