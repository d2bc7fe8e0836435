// Does what visitors do, at random: arguments are the seed, the number of the first action, how many
// there are, the links to begin from, and whom to report to. An action depends on the seed and its number
// alone, and on what the page shows then.
const [seed, first, count, links, done] = arguments;

const did = [];
let n_links = 0;
let number = 0;
const next = () => {
  number = (number + 0x6d2b79f5) | 0;
  let mixed = Math.imul(number ^ (number >>> 15), 1 | number);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return (mixed ^ (mixed >>> 14)) >>> 0;
};
const below = (limit) => next() % limit;
const pick = (list) => list[below(list.length)];
const digits = (length) => Array.from({ length }, () => below(16).toString(16)).join("");

const hostile = [
  "<img src=x onerror=alert(1)>", "</textarea><script>alert(1)</script>", "\"'><b>&lt;&amp;", "javascript:alert(1)",
  "\u202e\u2066\u200f", "\u0000\u0007\u001b[31m", "\ud800", "\udc00\ud83d\ude00", "\ufeff\u200b\u00ad", "%", "%ED%A0%80", "%25".repeat(50),
  ".sat".repeat(300), "{".repeat(500), "(".repeat(300), "9".repeat(5000), "0x" + "f".repeat(300), "1e999999999", "/*", "*/ //", "\n\n;;\n",
  "__proto__", "constructor", "nan", "-inf", "-0x1.8p-3", "0f3f800000", "0d7ff0000000000000", "1.5, 2", "{a, b}", " ", "", ".rn.rz.rm.rp.f32.f64.f16",
  "add.f32 d, a, b;", "fma.rn.f32 d, a, b, c;", "cvt.rn.f16x2.f32 d, a, b;", "ex2.approx.ftz.f32", "mad", "d", "t, a", "op:fma type:f32 -ftz", "type:",
];
const extras = ["&view=sweep", "&view=error", "&view=compare", "&view=machine", "&view=export", "&view=elsewhere", "&view=requirements", "&d=0x0", "&isa=1.0", "&isa=99.9",
  "&sweep=a,random:500:7,errors", "&sweep=a,0x0..0xff", "&sweep=a,b", "&sweep=,", "&with=add.rn.f32@sm_90", "&a=0x1&a=0x2", "&%61=0x1", "&q=1", "?", "#", "&"];
const views = ["", "reference", "formats", "gallery", "sequence", "reference?q=op:rcp", "formats/f16", "gallery/relu", "v2/x", "v1/", "v1/sequence@sm_90?code="];

const mutate = (link) => {
  const at = below(link.length + 1);
  const to = Math.min(link.length, at + below(6));
  const other = pick(links);
  return [
    () => link,
    () => link.slice(0, at),
    () => link.slice(0, at) + link.slice(to),
    () => link.slice(0, at) + pick(hostile) + link.slice(at),
    () => link.slice(0, at) + other.slice(below(other.length)),
    () => link.replace(/0x[0-9a-f]+/, () => `0x${digits(1 + below(17))}`),
    () => link.replaceAll(/0x[0-9a-f]+/g, (found) => `0x${digits(found.length - 2)}`),
    () => link.replaceAll(/0x[0-9a-f]+/g, (found) => `0x${digits(found.length - 2)}`) + pick(extras),
    () => link.replace(/sm_\w+/, () => `sm_${pick(["10", "50", "75", "90a", "100f", "121a", "9000", "x"])}`),
    () => link.replace(/\.[a-z0-9]+/, () => pick(hostile)),
    () => link.replace(/(\.[a-z0-9]+)(\.[a-z0-9]+)/, "$2$1"),
    () => encodeURIComponent(link),
    () => link.toUpperCase(),
    () => link + pick(extras) + pick(extras),
    () => pick(views) + pick(hostile),
    () => pick(views),
  ][below(16)]();
};

const within = () => document.querySelector("main:not([hidden])");
const all = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
const name = (e) => e && `${e.localName}${e.id && `#${e.id}`} ${[...e.attributes].filter((a) => a.name.startsWith("data-")).map((a) => `${a.name}=${a.value}`)}`.slice(0, 90);
const insert = (text) => document.execCommand("insertText", false, text);
const key = (target, options) => {
  target.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...options }));
  target.dispatchEvent(new KeyboardEvent("keyup", { bubbles: true, cancelable: true, ...options }));
};
const keys = ["Tab", "Enter", "Escape", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", " ", "a", "k", "/", "Backspace", "Delete", "F5", "\u0000", "Dead"];
// What leads away, to another window, or to a file, which a script may not ask for.
const isKept = (e) => !e.closest("a[target], a[href^=http], a[href*='i/'], .brand, [data-sweep=save]") && e.innerText !== "Open a file";

const turn = () => new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => (port1.close(), resolve());
  port2.postMessage(0);
});

// Each says what it did.
const set = async () => {
  let link;
  for (let left = 1 + below(12); left; left--) {
    location.hash = link = mutate(pick(links));
    n_links++;
    await turn();
  }
  return `link ${link}`;
};
const type = () => {
  const field = pick(all("main textarea, main input:not([type=checkbox])"));
  if (!field) return "no field";
  field.focus();
  const [from, to] = [below(field.value.length + 1), below(field.value.length + 1)].sort((a, b) => a - b);
  if (below(2)) field.setSelectionRange?.(from, to);
  else field.select();
  const text = below(3) ? pick(hostile) : pick(links).slice(3).replace(/@.*/, below(2) ? " d, a, b, c;" : "");
  for (const piece of below(2) ? [text] : [...text.slice(0, 12)]) insert(piece);
  const end = pick(["", "Enter", "Escape", "blur", "ArrowUp", "ArrowDown", "Tab"]);
  if (end === "blur") field.blur();
  else if (end) key(field, { key: end });
  return `type ${text} in ${name(field)}, ${end}`;
};
const press = () => {
  const button = pick(all("main :is(button, summary, [role], [data-bit], [data-cell], a[href^='#']), dialog[open] button").filter(isKept));
  button?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  return `press ${name(button)}`;
};
const choose = () => {
  const select = pick(all("main select"));
  if (!select) return "no select";
  select.selectedIndex = below(select.length);
  for (const kind of ["input", "change"]) select.dispatchEvent(new Event(kind, { bubbles: true }));
  return `choose ${select.value} in ${name(select)}`;
};
const hit = () => {
  const target = document.activeElement ?? document.body;
  const options = { key: pick(keys), ctrlKey: !below(4), shiftKey: !below(4), altKey: !below(8), metaKey: !below(16) };
  key(target, options);
  return `key ${JSON.stringify(options)} at ${name(target)}`;
};
const look = () => {
  const target = pick(all("main :is(button, input, textarea, select, a, summary, [tabindex])"));
  target?.focus();
  return `focus ${name(target)}`;
};
const point = () => {
  const target = pick(all("main :is(svg, [data-plot], [data-map], [role=tab], button)"));
  if (!target) return "nothing to point at";
  const box = target.getBoundingClientRect();
  const place = { clientX: box.left + box.width * (below(120) / 100), clientY: box.top + box.height * (below(120) / 100) };
  const kinds = ["pointerover", "pointerdown", "mousedown", "pointermove", "pointermove", "pointerup", "pointercancel", "dblclick", "wheel"];
  const kind = pick(kinds);
  const init = { bubbles: true, cancelable: true, pointerId: 1, shiftKey: !below(3), ctrlKey: !below(2), deltaY: below(2) ? 100 : -100, ...place };
  target.dispatchEvent(kind === "wheel" ? new WheelEvent(kind, init) : kind.startsWith("pointer") ? new PointerEvent(kind, init) : new MouseEvent(kind, init));
  return `${kind} at ${name(target)}`;
};
const travel = async () => {
  const way = pick([-3, -2, -1, -1, 1, 1, 2]);
  const target = navigation.entries()[navigation.currentEntry.index + way];
  if (!target?.sameDocument) return "no way to travel";
  await Promise.race([navigation.traverseTo(target.key).finished.catch(() => {}), new Promise((late) => setTimeout(late, 500))]);
  return `travel ${way}`;
};
const click = (selector) => () => {
  pick([...document.querySelectorAll(selector)]).click();
  return `click ${selector}`;
};
const scroll = () => {
  scrollTo(0, below(document.documentElement.scrollHeight));
  return "scroll";
};
const actions = [set, set, set, set, set, set, type, type, type, press, press, press, press, choose, choose, hit, hit, look, point, point, travel, scroll, click("#theme"), click("#views a"), click("#tab-cases, #tab-error, #tab-sweep, #tab-compare, #tab-machine, #tab-requirements, #tab-export, #theme")];

for (let index = first; index < first + count; index++) {
  number = Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b);
  const action = pick(actions);
  let what;
  try {
    what = await action();
  } catch (error) {
    what = `${action.name} itself failed: ${error.stack}`;
    window.watched.wrong.push(what);
  }
  did.push(`${index} ${String(what).toWellFormed().slice(0, 300)}`);
  // A quick visitor acts again before anything is drawn.
  if (below(3)) await turn();
  if (index % 8 === 7) await new Promise(requestAnimationFrame);
  const failure = document.querySelector("#failure");
  if (!failure.hidden) window.watched.wrong.push(`#failure: ${failure.textContent}`);
  if (window.watched.wrong.length) break;
}
document.querySelector("dialog[open]")?.close();
done({ did: did.slice(-15), n_links, wrong: window.watched.wrong, violations: window.watched.violations });
