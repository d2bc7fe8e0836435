// The playground inside another page: its appearance is in the query, its state in the fragment,
// and neither is ever rewritten. docs/embed.md describes the messages.
import { fetched } from "../files.js";

const root = document.documentElement;
const query = new URLSearchParams(location.search);
const pick = (name, choices) => choices.find((each) => each === query.get(name)) ?? choices[0];
const themes = ["auto", "light", "dark"];
root.dataset.theme = pick("theme", themes);
root.dataset.ui = pick("ui", ["full", "compact", "result"]);
root.dataset.views = (query.get("views") ?? "").replaceAll(",", " ");
// Whether the state is as the page around asked for, and has not been shown yet.
let isAsked;
// The state is kept here instead of in the address.
const ask = (state) => {
  isAsked = true;
  root.dataset.state = state;
};
ask(location.hash.slice(1));
addEventListener("hashchange", ({ isTrusted }) => {
  if (isTrusted) ask(location.hash.slice(1));
});
// The view that a state is of, as in app/view/src/views.rs; all others are instructions.
const VIEWS = {
  program: /^(v1\/sequence|sequence$)/i,
  tensor: /^(v1\/tensor|tensor$)/i,
  exercise: /^exercise(\/|$)/,
  course: /^(learn|sheet)(\/|$)/,
  // Not for other pages.
  elsewhere: /^(reference|formats|gallery|glossary|new|evidence)([?/]|$)/,
};
const viewOf = (state) => Object.keys(VIEWS).find((name) => VIEWS[name].test(state)) ?? "instruction";

const host = window.parent;
const post = (type, more) => {
  if (host !== window) host.postMessage({ type: `ptx-float:${type}`, v: 1, ...more }, "*");
};
const postState = () => post("state", { state: root.dataset.state });
const [wayOut] = document.querySelectorAll("#views a");
const follow = () => {
  wayOut.href = `../#${root.dataset.state}`;
  root.dataset.view = viewOf(root.dataset.state);
};
follow();
new MutationObserver(() => {
  follow();
  postState();
}).observe(root, { attributeFilter: ["data-state"] });

// What is wrong with the state, told once; it takes the place of all else if nothing of it can be shown.
const wrong = document.querySelector("#wrong");
let said;
const say = (text, isAll) => {
  if (isAll === wrong.hidden) {
    wrong.hidden = !isAll;
    root.toggleAttribute("data-lost", isAll);
  }
  const { state } = root.dataset;
  if (!text || said === `${state} ${text}`) return;
  said = `${state} ${text}`;
  wrong.textContent = text;
  post("error", { state, text, isAll });
};

// What is shown: the state, what is wrong with it, or that programs are being fetched.
const look = () => {
  const view = document.querySelector("main:not([hidden])");
  // A view that finds an error in its link marks what it says about it.
  const mark = isAsked ? view?.querySelector("[data-wrong]") : null;
  if (viewOf(root.dataset.state) === "elsewhere") {
    say("Other pages can show instructions, programs, elements of tensor cores and exercises; this is another part of the playground.", true);
  } else say(mark?.textContent.trim(), mark?.dataset.wrong === "all");
  if (!wrong.hidden) return "error";
  // A view has a heading that nobody sees before it has anything else.
  if (!view || view.offsetHeight < 16 || view.querySelector("[data-waiting], :scope > .waiting")) return "waiting";
  isAsked = false;
  return "state";
};

// The height depends only on the width, and is told when it changes. A frame that nobody sees is not
// drawn: an observer of its size is silent, and no animation frame comes. So the height is measured, too,
// after whatever changes the content, for the element may not show the frame before it knows the height.
let told;
const tell = () => {
  // Inside `display: none` there is no width, and so no height.
  if (innerWidth === 0) return;
  const shows = look();
  const height = Math.ceil(document.body.getBoundingClientRect().height);
  if (told === `${shows} ${height}`) return;
  told = `${shows} ${height}`;
  post("height", { height, shows });
};
let due;
// Saying what is wrong changes the height, which an observer of sizes may not do at once.
const tellSoon = () => {
  due ??= setTimeout(() => {
    due = undefined;
    tell();
  });
};
new ResizeObserver(tellSoon).observe(document.body);
new MutationObserver(tellSoon).observe(document.body, { attributes: true, characterData: true, childList: true, subtree: true });
tell();

addEventListener("message", ({ source, data }) => {
  if (source === window || source !== host || typeof data !== "object" || data === null) return;
  if (data.type === "ptx-float:get") postState();
  if (data.type === "ptx-float:theme" && themes.includes(data.theme)) root.dataset.theme = data.theme;
  if (data.type === "ptx-float:set" && typeof data.state === "string") {
    ask(data.state.replace(/^#/, ""));
    dispatchEvent(new HashChangeEvent("hashchange"));
  }
});

// Read-only: everything can be read, selected, copied and focused, but not edited. An exercise is there
// to be answered.
if (query.get("ro") === "1") {
  const restrict = () => root.toggleAttribute("data-ro", !["exercise", "course"].includes(viewOf(root.dataset.state)));
  restrict();
  new MutationObserver(restrict).observe(root, { attributeFilter: ["data-state"] });
  const free = "a, [data-copy], [data-unfold], [role=tab], .segmented, summary";
  const block = (event) => {
    const { type, key, ctrlKey, metaKey, target } = event;
    if (!("ro" in root.dataset)) return;
    if (target.closest?.(free) || ctrlKey || metaKey || key === "Tab") return;
    if (type === "mousedown" && !target.closest?.("select")) return;
    event.preventDefault();
    event.stopPropagation();
  };
  for (const type of ["beforeinput", "change", "click", "keydown", "mousedown"]) addEventListener(type, block, true);
}

// Links to other pages open outside the frame, which is too small for them. So do those to other views,
// for it has no way back, and to what it shows, which are there to be copied.
const lead = ({ target }) => {
  const link = target.closest?.("a[href]");
  if (!link) return;
  const isHere = link.origin + link.pathname === location.origin + location.pathname;
  if (isHere) {
    const { state } = root.dataset;
    const other = link.href.split("#").slice(1).join("#");
    if (other !== state && viewOf(other) === viewOf(state)) return;
    link.href = `../#${other}`;
  }
  link.target = "_blank";
  link.rel = "noopener";
};
for (const type of ["click", "auxclick", "contextmenu"]) addEventListener(type, lead, true);

document.onclick = async ({ target }) => {
  const button = target.closest("[data-copy]");
  const label = button?.textContent;
  if (!button || label === "Copied") return;
  const text = button.dataset.copy;
  // The page around may not let this one write to the clipboard.
  const copied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
  button.textContent = copied ? "Copied" : text;
  setTimeout(() => (button.textContent = label), 2000);
};

const app = document.querySelector("#app");
const calculator = document.querySelector("#calculator");
// Smaller views are read-only: a card, which is a smaller program, beside the app's view of programs.
const isFull = root.dataset.ui === "full";
if (!isFull) app.before(app.firstElementChild);
const start = async (name) => {
  try {
    const [{ default: init }, module_or_path] = await fetched(name);
    await init({ module_or_path });
  } catch (error) {
    // The next state of its kind tries again.
    started[name] = null;
    calculator.querySelector(".failure").hidden = false;
    calculator.parentNode.hidden = false;
    throw error;
  }
};
// A program that stops: a panic has left its reason here; running out of stack or memory has not.
const stop = ({ error, reason = error }) => {
  const place = document.querySelector("#failure");
  if (!place.hidden || !/wasm-function/.test(reason?.stack)) return;
  place.hidden = false;
  place.lastChild.value += `\n${reason}\n${wayOut.href}`;
};
addEventListener("error", stop);
addEventListener("unhandledrejection", stop);
const started = {};
const once = (name) => (started[name] ??= start(name));
const show = async () => {
  const view = viewOf(root.dataset.state);
  if (view === "elsewhere") return tell();
  // The app has the views beside the playground.
  const isBeside = view !== "instruction";
  if (!isFull) calculator.parentNode.hidden = isBeside;
  await once(isFull || isBeside ? "app" : "card");
};
new MutationObserver(show).observe(root, { attributeFilter: ["data-state"] });
await show();
