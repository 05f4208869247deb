// Gentle sounds, made on the spot: no files. Silent unless somebody wants them.
import { settings } from "./settings.svelte";

export type Sound = "card" | "trick" | "turn" | "end";

const LOUD = 0.16;
let audio: AudioContext | undefined;

/** Plays a sound, if sounds are wanted and the browser lets us. */
export function sound(which: Sound): void {
  if (!settings.sounds || typeof AudioContext === "undefined") return;
  try {
    audio ??= new AudioContext();
    if (audio.state === "suspended") void audio.resume().catch(() => undefined);
    MAKERS[which](audio, audio.currentTime + 0.01);
  } catch {
    // a browser without sound plays on in silence
  }
}

const MAKERS: Record<Sound, (audio: AudioContext, at: number) => void> = {
  card: (audio, at) => brush(audio, at, 1900, 0.07, LOUD),
  trick: (audio, at) => [0, 0.07, 0.14].forEach((later, step) => brush(audio, at + later, 1300 - 250 * step, 0.09, LOUD * 0.8)),
  turn: (audio, at) => [587.33, 880].forEach((tone, step) => bell(audio, at + step * 0.13, tone, 0.5)),
  end: (audio, at) => [392, 523.25, 659.25, 783.99].forEach((tone, step) => bell(audio, at + step * 0.14, tone, 0.9)),
};

/** Paper on felt: a breath of filtered noise. */
function brush(audio: AudioContext, at: number, tone: number, length: number, loud: number): void {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index++) samples[index] = (Math.random() * 2 - 1) * (1 - index / samples.length) ** 2;
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: tone, Q: 0.8 });
  source.connect(filter).connect(new GainNode(audio, { gain: loud * 2 })).connect(audio.destination);
  source.start(at);
}

/** A soft bell that fades. */
function bell(audio: AudioContext, at: number, tone: number, length: number): void {
  const source = new OscillatorNode(audio, { type: "sine", frequency: tone });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(LOUD, at + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.0005, at + length);
  source.connect(gain).connect(audio.destination);
  source.start(at);
  source.stop(at + length);
}
