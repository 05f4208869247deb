// The words people read, in their language: the same catalogue the terminal uses. Only what is needed is loaded.
import { firstLanguage, firstWords, keepLanguage, type Language, type Sentences } from "./language";

export type Params = Record<string, unknown>;

/** The subjects that come when they are wanted. */
const others = import.meta.glob<Sentences>("../../../src/stichwerk/words/*/{learn,replay,rules,thegame}.json", { import: "default" });

class Words {
  language = $state<Language>("en");
  #sentences = $state.raw<Sentences>({});
  #subjects = new Set<string>(); // beside the first ones
  #coming = new Map<string, Promise<void>>();
  // Made when first wanted, and kept: on a phone it takes longer to make one than to draw a hand of cards.
  #plurals: Intl.PluralRules | null = null;
  #numbers: Intl.NumberFormat | null = null;
  ready: Promise<void>;

  constructor() {
    this.ready = this.speak(firstLanguage());
  }

  /** Switches the language, with all subjects that are in use. */
  async speak(language: Language): Promise<void> {
    const [common, ...more] = await Promise.all([firstWords(language), ...[...this.#subjects].map((subject) => load(language, subject))]);
    this.#sentences = Object.assign({}, common, ...more) as Sentences;
    this.#plurals = this.#numbers = null;
    this.language = language;
    document.documentElement.lang = language;
    keepLanguage(language);
  }

  /** Loads the words of another subject, such as the rules. */
  also(subject: string): Promise<void> {
    const known = this.#coming.get(subject) ?? this.#add(subject);
    this.#coming.set(subject, known);
    return known;
  }

  async #add(subject: string): Promise<void> {
    if (this.#subjects.has(subject)) return;
    this.#subjects.add(subject);
    const more = await load(this.language, subject); // another subject may come in meanwhile
    this.#sentences = { ...this.#sentences, ...more };
  }

  /** The sentence with this code, its gaps filled. */
  say(code: string, params?: Params): string {
    const sentence = this.#sentences[code] ?? code;
    return !params ? sentence : sentence.replace(/\{(\w+)\}/g, (gap, name: string) => (name in params ? this.#show(params[name]) : gap));
  }

  /** The sentence for so many, which fills {n}. */
  count(code: string, n: number, params: Params = {}): string {
    this.#plurals ??= new Intl.PluralRules(this.language);
    const one = `${code}.${this.#plurals.select(Math.abs(n))}`;
    return this.say(one in this.#sentences ? one : `${code}.other`, { n, ...params });
  }

  /** A whole number below a thousand is written alike in all our languages. */
  number(value: number): string {
    if (Number.isInteger(value) && Math.abs(value) < 1000) return String(value);
    this.#numbers ??= new Intl.NumberFormat(this.language);
    return this.#numbers.format(value);
  }

  has(code: string): boolean {
    return code in this.#sentences;
  }

  #show(value: unknown): string {
    if (Array.isArray(value)) return value.map((item) => this.#show(item)).join(", ");
    return typeof value === "number" ? this.number(value) : String(value);
  }
}

async function load(language: Language, subject: string): Promise<Sentences> {
  const file = others[`../../../src/stichwerk/words/${language}/${subject}.json`];
  return file ? await file() : {};
}

export const words = new Words();
export const t = (code: string, params?: Params): string => words.say(code, params);
export const n = (code: string, count: number, params?: Params): string => words.count(code, count, params);
/** "red, blue and green" as the language does it; our English is British. */
export const list = (items: string[]): string =>
  new Intl.ListFormat(words.language === "en" ? "en-GB" : words.language, { type: "conjunction" }).format(items);
/** A number with its sign, as points are written. */
export const signed = (points: number): string => (points > 0 ? "+" : "") + words.number(points).replace("-", "−");
