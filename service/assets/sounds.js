/** A sound for each phase, the same whatever went and whoever was right. Off until somebody wants it. */

const STORE = "singsing.sounds";
const NOTES = {mask: [392, 523], removal: [196, 147], answer: [330, 440], second_answer: [330, 330], running: [262, 392], finished: [392, 494, 587]};
const NOTE_SECONDS = 0.16;

let audio = null;

export const switched = () => localStorage.getItem(STORE) === "on";

/** Remembers it, and lets hear it: a press is what browsers wait for before they make a sound. */
export const turnSounds = (on) => {
  localStorage.setItem(STORE, on ? "on" : "off");
  if (on) sound("mask");
  return on;
};

export const sound = (phase) => {
  if (!navigator.userActivation.hasBeenActive) return;
  audio ??= new AudioContext();
  audio.resume();
  (NOTES[phase] ?? []).forEach((pitch, index) => note(pitch, audio.currentTime + index * NOTE_SECONDS));
};

const note = (pitch, start) => {
  const [tone, volume] = [new OscillatorNode(audio, {frequency: pitch, type: "triangle"}), new GainNode(audio, {gain: 0})];
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(0.12, start + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.001, start + NOTE_SECONDS * 2);
  tone.connect(volume).connect(audio.destination);
  tone.start(start);
  tone.stop(start + NOTE_SECONDS * 2);
};
