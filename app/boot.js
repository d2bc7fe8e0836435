// The parts of the page outside its programs: the theme, the choice of the view, and sharing. It is
// a file because the page's Content-Security-Policy forbids inline scripts.
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

// A program is fetched once, and once started it keeps running, in view or not.
const programs = {};
const program = (name) => (programs[name] ??= fetched(name));

// The waiting page is painted first, even if the program is ready before. A page in the background
// is not painted at all.
const painted = Promise.race([
  new Promise((done) => new PerformanceObserver(done).observe({ type: "paint", buffered: true })),
  new Promise((late) => setTimeout(late, 200)),
]);

// A busy page receives several changes at once, in order.
const near = new IntersectionObserver((changes) => changes.at(-1).isIntersecting && start("explorer"), {
  rootMargin: "50%",
});
// The answer stays in view, in a separate row, once its line is above the screen.
const pinned = new IntersectionObserver(
  (changes) => {
    const { isIntersecting, boundingClientRect } = changes.at(-1);
    byId("playground").toggleAttribute("data-pinned", !isIntersecting && boundingClientRect.top < 0);
  },
  { rootMargin: "-110px 0px 0px" },
);
/** When parts that are out of view are drawn, in milliseconds after the first answer. */
const SOON = 2000;
// A copy for offline use, made once the page is loaded. There is none on unencrypted addresses or
// in private windows.
const keep = () => navigator.serviceWorker?.register("./offline.js").catch(() => {});
const started = {};
const start = async (name) => {
  if (started[name]) return;
  started[name] = true;
  try {
    const [{ default: init }, module_or_path] = await program(name);
    await painted;
    await init({ module_or_path });
    setTimeout(keep, 3000);
    // The explorer follows the playground, which is drawn in the next task.
    if (name === "playground") {
      setTimeout(() => {
        near.observe(byId("explorer"));
        pinned.observe(byId("answer"));
      });
      // Those who scroll or search the page find it drawn, unless they pay for each byte.
      const rest = globalThis.requestIdleCallback ?? setTimeout;
      if (!navigator.connection?.saveData) setTimeout(() => rest(() => start("explorer")), SOON);
    }
  } catch (error) {
    // The next visit tries again.
    programs[name] = started[name] = null;
    byId(name).querySelector(".failure").hidden = false;
    throw error;
  }
};

// The view that the address asks for: that of a link in the header, or else the playground.
const links = [...byId("views").children];
// Links to sequences have the whole state, as for the playground; those to other views only names.
// The terms are below the lessons, the evidence belongs to the reference.
const viewOf = (hash) => (/^#v1\/sequence/i.test(hash) ? "#sequence" : hash.split(/[?/]/)[0].replace("#glossary", "#gallery").replace("#evidence", "#reference"));
let current = links[0];
// A link leads to the top of a view, and going back to its last scroll position.
const left = {};
let isLink = false;
addEventListener("scroll", () => (left[location.hash] = scrollY), { passive: true });
addEventListener("click", ({ target }) => (isLink = target.closest("a") !== null), true);
const show = () => {
  const view = viewOf(location.hash);
  const link = links.find((each) => viewOf(each.hash) === view) ?? links[0];
  const name = link.dataset.module;
  for (const each of links) each.ariaCurrent = each === link ? "page" : null;
  for (const place of document.querySelectorAll("main")) place.hidden = place.id !== name;
  const top = isLink ? 0 : (left[location.hash] ?? 0);
  if (link !== current) requestAnimationFrame(() => scrollTo(0, top));
  isLink = false;
  current = link;
  start(name);
};
onhashchange = show;
show();

// A link that is pointed at or focused will probably be followed.
const foresee = (name) => program(name).catch(() => (programs[name] = null));
for (const link of links) link.onpointerenter = link.onfocus = () => foresee(link.dataset.module);

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

// A state is shared from a dialog, with the card that others see; elsewhere the address is copied.
byId("share").addEventListener("click", (event) => {
  if (current !== links[0]) return;
  event.stopPropagation();
  byId("shared").showModal();
  start("card");
});
byId("share").onpointerenter = () => current === links[0] && foresee("card");

// A program that stops: a panic has left its reason here; running out of stack or memory has not.
const stop = ({ error, reason = error }) => {
  const place = byId("failure");
  if (!place.hidden || !/wasm-function/.test(reason?.stack)) return;
  place.hidden = false;
  place.lastChild.value += `\n${reason}\n${location.href}`;
};
addEventListener("error", stop);
addEventListener("unhandledrejection", stop);

// The list of global keys; its style comes with the explorer's.
const showKeys = () => {
  byId("keys").showModal();
  foresee("explorer");
};
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
