// The first games: each can be played to its end with what it asks for, and an unwise move is answered and changes nothing.
import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import Guide from "../src/learn/Guide.svelte";
import { isTaught, Lesson, TAUGHT, type Step, type Taught } from "../src/learn/lesson.svelte";
import Stage from "../src/learn/Stage.svelte";
import { announcer } from "../src/lib/announcer.svelte";
import { settings } from "../src/lib/settings.svelte";
import { LANGUAGES } from "../src/lib/language";
import { words } from "../src/lib/words.svelte";
import Learn from "../src/pages/Learn.svelte";

await Promise.all([words.also("learn"), words.also("thegame")]);
vi.setConfig({ testTimeout: 30_000 }); // whole games with all their cards, perhaps on a busy machine
beforeEach(() => {
  settings.speed = "none";
});

const at = (lesson: Lesson, name: string): Lesson => {
  const goal = lesson.steps.findIndex((step) => step.name === name);
  while (lesson.at < goal) onward(lesson);
  return lesson;
};

/** One step on, without waiting for the pictures. */
function onward(lesson: Lesson): void {
  if (lesson.step.move === null) lesson.next();
  else lesson.attempt(lesson.step.move);
  if (lesson.moving) lesson.next();
}

function open(game: Taught): Lesson {
  const lesson = new Lesson(game);
  render(Guide, { lesson });
  render(Stage, { lesson });
  return lesson;
}

// Asked of the page directly: with all its cards, looking for roles takes seconds.
const heading = (): string | null | undefined => document.querySelector(".guide h2")?.textContent;
const button = (text: string): HTMLButtonElement => {
  const found = [...document.querySelectorAll<HTMLButtonElement>(".guide button")].find((one) => one.textContent?.includes(text));
  if (!found) throw new Error(`there is no button ${text}`);
  return found;
};
const card = (name: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-card="${name}"]`);
  if (!found) throw new Error(`${name} is not in the hand`);
  return found;
};

/** The move as a hand makes it at the real table. */
async function move(lesson: Lesson, text: string): Promise<void> {
  const play = /^(\d+)([A-D])$/.exec(text);
  const said = /^([A-D])[?!]$/.exec(text);
  if (text === "end") await fireEvent.click(document.querySelector(".end") as Element);
  else if (text.startsWith("start")) await fireEvent.click(document.querySelectorAll(".start button")[Number(text.slice(-1))] as Element);
  else if (said) await fireEvent.click([...document.querySelectorAll(`[data-say="${said[1]}"] .choices button`)].at(text.endsWith("!") ? -1 : 1) as Element);
  else if (play) {
    await fireEvent.click(card(play[1] as string));
    await fireEvent.click(document.querySelector(`[data-pile="${play[2]}"] .target`) as Element);
  } else {
    await fireEvent.click(card(text));
    const lifted = lesson.view.hand.includes(text) && lesson.refused !== text && !lesson.moving;
    if (lifted) await fireEvent.click(card(text)); // where a first press only lifts it
  }
}

describe.each(TAUGHT)("the lesson of %s", (game) => {
  it("is played to its end by what it asks for", async () => {
    const lesson = open(game);
    for (const [number, step] of lesson.steps.entries()) {
      await waitFor(() => expect(lesson.at).toBe(number));
      await waitFor(() => expect(heading()).toBe(lesson.title()));
      if (number === lesson.steps.length - 1) break;
      if (step.move === null) await fireEvent.click(button("Next"));
      else await move(lesson, step.move);
    }
    expect(button("Play a real one now").disabled).toBe(false);
    expect(document.querySelector(".guide .after a")?.getAttribute("href")).toBe(`/rules/${game}`);
  });

  it("answers every unwise move and changes nothing", () => {
    const lesson = new Lesson(game);
    for (const step of lesson.steps) {
      const answers = Object.keys(step.why);
      for (const unwise of answers) {
        lesson.attempt(unwise);
        expect(lesson.reason()).not.toMatch(/^$|learn\.|\{|undefined|NaN/);
        expect([lesson.step, lesson.view, lesson.moving]).toEqual([step, step.view, false]);
      }
      if (step.move !== null) expect([...answers, step.move]).toEqual(expect.arrayContaining(step.view.legal));
      if (step !== lesson.steps.at(-1)) onward(lesson);
    }
  });

  it.each(LANGUAGES)("has all its words in %s", async (language) => {
    await words.speak(language);
    const lesson = new Lesson(game);
    const told = [lesson.title(), lesson.text()];
    while (lesson.at < lesson.steps.length - 1) {
      if (lesson.step.move !== null) told.push(lesson.hint());
      onward(lesson);
      told.push(lesson.title(), lesson.text());
    }
    expect(told.filter((text) => /learn\.|\{\w+\}|undefined/.test(text))).toEqual([]);
    await words.speak("en");
  });
});

describe("a wrong card", () => {
  it("stays in the hand and gets its own reason; then it can be shown what to do", async () => {
    const lesson = at(open("sticheln"), "duck");
    await waitFor(() => expect(card("n10").getAttribute("aria-disabled")).toBe("false"));
    await move(lesson, "n10");
    expect((await screen.findByTestId("reason")).textContent).toContain("they would throw blue in");
    expect(announcer.lines.at(-1)?.text).toBe(lesson.reason());
    expect(card("n10")).toBeTruthy();
    expect(screen.queryByTestId("hint")).toBeNull();
    await fireEvent.click(button("Show me"));
    expect(screen.getByTestId("hint").textContent).toContain("Play blue 4.");
    await waitFor(() => expect(card("b4").hasAttribute("data-hint")).toBe(true));
    await move(lesson, "b4");
    await waitFor(() => expect(lesson.step.name).toBe("ducked"));
    expect(screen.queryByTestId("reason")).toBeNull();
  });

  it("is shown by itself after a second one", () => {
    const lesson = at(new Lesson("thegame"), "listen");
    lesson.attempt("90C");
    expect([lesson.reason(), lesson.hinted]).toEqual([expect.stringContaining("Mia asked for nothing on pile C"), false]);
    lesson.attempt("31A");
    expect([lesson.reason(), lesson.hinted]).toEqual([expect.stringContaining("From 12 to 31 is a leap of 19"), true]);
    expect(lesson.hint()).toBe("Lay the 90 on pile D.");
  });
});

describe("the pages of a lesson", () => {
  it("turn back and forth; what was done once need not be done again", () => {
    const lesson = at(new Lesson("sticheln"), "shown");
    lesson.back();
    expect([lesson.step.name, lesson.view.phase, lesson.hasNext]).toEqual(["choose", "choose", true]);
    lesson.restart();
    expect([lesson.at, at(lesson, "choose").hasNext]).toEqual([0, false]);
    lesson.next();
    expect(lesson.step.name).toBe("choose");
  });

  it("show the way card by card, tell it, and can be hurried", async () => {
    settings.speed = "normal";
    vi.useFakeTimers();
    const lesson = at(new Lesson("sticheln"), "lead");
    const laid = (): number => (lesson.view.game === "sticheln" ? lesson.view.trick.length : 0);
    lesson.attempt("y7");
    expect([laid(), lesson.moving, lesson.legal]).toEqual([1, true, []]);
    await vi.advanceTimersByTimeAsync(1000);
    expect([laid(), lesson.told()]).toEqual([2, ["You play yellow 7.", "Mia plays yellow 1."]]);
    expect(announcer.lines.at(-1)?.text).toBe("Mia plays yellow 1.");
    lesson.next();
    expect([laid(), lesson.moving, lesson.step.name]).toEqual([4, false, "led"]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(lesson.step.name).toBe("led");
    vi.useRealTimers();
  });

  it("go back while cards still move, and stop when they are left", async () => {
    settings.speed = "normal";
    vi.useFakeTimers();
    const lesson = at(new Lesson("sticheln"), "lead");
    lesson.attempt("y7");
    lesson.back();
    expect([lesson.step.name, lesson.view]).toEqual(["lead", lesson.step.view]);
    lesson.attempt("y7");
    lesson.close();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(lesson.step.name).toBe("lead");
    vi.useRealTimers();
  });
});

describe("the page", () => {
  it("lets one choose where no game is named", async () => {
    render(Learn);
    expect((await screen.findAllByRole("link", { name: /^Begin: / })).map((link) => link.getAttribute("href"))).toEqual(["/learn/sticheln", "/learn/thegame"]);
    expect(["sticheln", "hattrick", undefined].map(isTaught)).toEqual([true, false, false]);
  });
});

it("asks for three tricks and three turns", () => {
  const asked = (game: Taught): Step[] => new Lesson(game).steps.filter((step) => step.move !== null);
  expect(asked("sticheln").map((step) => step.move)).toEqual(["b3", "y7", "b4", "n10"]);
  expect(asked("thegame").filter((step) => step.move === "end")).toHaveLength(3);
});
