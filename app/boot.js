// The parts of the page outside the app: the theme, its start and its failure, copying, and the global
// keys. It is a file because the page's Content-Security-Policy forbids inline scripts.
import { fetched } from "./files.js";

const byId = (id) => document.getElementById(id);

// The theme: that of the system, light or dark, stored on this device only. If storage is refused,
// reading and writing throw.
const themes = ["auto", "light", "dark"];
const storage = (use) => {
  try {
    return use(localStorage);
  } catch {}
};
const paint = (theme) => {
  const button = byId("theme");
  document.documentElement.dataset.theme = theme;
  button.ariaLabel = `theme: ${theme}`;
  button.lastChild.textContent = ` ${theme}`;
  button.onclick = () => {
    const next = themes[(themes.indexOf(theme) + 1) % 3];
    storage((s) => (next === "auto" ? s.removeItem("theme") : s.setItem("theme", next)));
    paint(next);
  };
};
paint(storage((s) => s.getItem("theme")) ?? "auto");

// The waiting page is painted first, even if the app is ready before. A page in the background is not
// painted at all.
const painted = Promise.race([
  new Promise((done) => new PerformanceObserver(done).observe({ type: "paint", buffered: true })),
  new Promise((late) => setTimeout(late, 200)),
]);

// A later visit (app/ui/src/browser/memory.rs) has no introduction. The answer that waits is that of an address
// without a state: another statement, and another view, have a sentence until they are there.
const hide = (parts) => {
  for (const each of byId("waiting").querySelectorAll(parts)) each.hidden = true;
};
if (storage((s) => s.getItem("ptxfp-visited")) != null) hide(".orient");
const asked = location.hash.slice(1);
if (asked) {
  const isStatement = /^v1\/(?!sequence|tensor)/i.test(asked);
  hide(isStatement ? ".opening" : ".orient, .answer, .say");
  byId(isStatement ? "linked" : "other-view").hidden = false;
}

// A copy for offline use, made once the page is loaded. There is none on unencrypted addresses or
// in private windows.
const keep = () => navigator.serviceWorker?.register("./offline.js").catch(() => {});
const start = async () => {
  try {
    const [{ default: init }, module_or_path] = await fetched("app");
    await painted;
    await init({ module_or_path });
    setTimeout(keep, 3000);
  } catch (error) {
    // The next view that is asked for tries again.
    addEventListener("hashchange", start, { once: true });
    const message = byId("not-started");
    if (message) message.hidden = false;
    throw error;
  }
};
start();

// Buttons copy their own text, or else the address. A program receives the press first, and then
// writes its pending state to the address.
document.onclick = async ({ target }) => {
  const button = target.closest("[data-copy]");
  const label = button?.textContent;
  if (!button || label === "Copied") return;
  const by = byId("by-hand");
  const text = button.dataset.copy || location.href;
  const say = (word, sentence) => {
    button.textContent = word;
    byId("copied").textContent = sentence;
  };
  try {
    await navigator.clipboard.writeText(text);
    by.hidden = true;
    say("Copied", "Copied to the clipboard.");
    setTimeout(say, 2000, label, "");
  } catch {
    // The page behind a dialog cannot be reached; the dialog shows the text itself.
    const shown = button.closest(".share-copy")?.querySelector("code");
    if (shown) return getSelection().selectAllChildren(shown);
    by.hidden = false;
    by.lastChild.value = text;
  }
};

// A program that stops: a panic has left its reason here; running out of stack or memory has not.
const stop = ({ error, reason = error }) => {
  const place = byId("failure");
  if (!place.hidden || !/wasm-function/.test(reason?.stack)) return;
  place.hidden = false;
  place.lastChild.value += `\n${reason}\n${location.href}`;
};
addEventListener("error", stop);
addEventListener("unhandledrejection", stop);

// The list of global keys.
const showKeys = () => byId("keys").showModal();
byId("show-keys").onclick = showKeys;
// The starts of a view's parts, and its values.
const parts = "#instruction, #change, .operand:first-of-type .value input, #copy-steps, [role=tab][tabindex='0'], #query, #sequence-code";
const values = ".value input, .sequence-input input";
const go = (selector, isBack) => {
  const all = [...document.querySelectorAll(`main:not([hidden]) :is(${selector})`)];
  const here = document.activeElement;
  const lies = (where) => (each) => here.compareDocumentPosition(each) & where;
  const next = isBack
    ? all.findLast(lies(Node.DOCUMENT_POSITION_PRECEDING))
    : all.find(lies(Node.DOCUMENT_POSITION_FOLLOWING));
  (next ?? all.at(isBack ? -1 : 0))?.focus();
};
const search = () => document.querySelector("main:not([hidden])").querySelector("textarea, input")?.select();
const deed = ({ altKey, ctrlKey, key, metaKey, shiftKey }) => {
  if (key === "F6") return () => go(parts, shiftKey);
  if (altKey && /^Arrow(Up|Down)$/.test(key)) return () => go(values, key === "ArrowUp");
  return (ctrlKey || metaKey) && { k: search, "/": showKeys }[key];
};
// These keys are not passed on, as they mean something else in fields.
addEventListener(
  "keydown",
  (event) => {
    const act = deed(event);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  },
  true,
);
