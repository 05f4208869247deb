// Which language a page begins in, and where its first words are: what is needed before anything can be shown.
import { recall, remember } from "./storage";

export const LANGUAGES = ["en", "de", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];
export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", de: "Deutsch", fr: "Français" };
export type Sentences = Record<string, string>;

const STORED = "stichwerk.language";
const FIRST: Record<Language, () => Promise<{ default: Sentences }>> = {
  en: () => import("../words/en"),
  de: () => import("../words/de"),
  fr: () => import("../words/fr"),
};

/** The words that every page needs. */
export const firstWords = (language: Language): Promise<Sentences> => FIRST[language]().then((file) => file.default);

export function firstLanguage(): Language {
  const wanted = [recall(STORED), ...navigator.languages].map((tag) => tag?.slice(0, 2).toLowerCase());
  return LANGUAGES.find((language) => language === wanted.find((tag) => LANGUAGES.some((known) => known === tag))) ?? "en";
}

export const keepLanguage = (language: Language): void => remember(STORED, language);
