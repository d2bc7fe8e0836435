// Calls back with what is seen once it no longer changes: the address, what is open, and the view in
// lines, one for each element and each text.
const [done] = arguments;

// What a link does not hold: which statements were used before, what was announced, where the focus was.
const LEFT_OUT = '#examples, .unseen, [role=status], #orient, #kinds, #lesson, #linked, #banner, #pin, .choose-foot, #completions, script, style';
// Times are measured.
const ATTRIBUTES_LEFT_OUT = /^(data-time|tabindex|aria-live|aria-activedescendant|open|style|autofocus)$/;
const CLASSES_LEFT_OUT = /^(changed-t[io]ck|current)$/;
/** A rejected statement is all of what its link holds; what was legal before is still shown beside it. */
const OF_A_REJECTED = '#instruction, #target, #isa, #legality, #say';

const lines = [];
let isRejected = false;
const read = (node, depth) => {
    if (node.nodeType === Node.TEXT_NODE) {
        const text = node.data.trim();
        if (text) lines.push(' '.repeat(depth) + text);
        return;
    }
    if (node.nodeType !== Node.ELEMENT_NODE || node.matches(LEFT_OUT)) return;
    // What is hidden is not seen, whatever it holds.
    if (node.hidden) return;
    const attributes = [...node.attributes].filter(({ name }) => !ATTRIBUTES_LEFT_OUT.test(name)).map(({ name, value }) => {
        const tokens = name === 'class' ? value.split(/\s+/).filter(each => each && !CLASSES_LEFT_OUT.test(each)).join(' ') : value;
        return tokens || name !== 'class' ? [`${name}=${tokens}`] : [];
    }).flat();
    if ('value' in node && /^(input|textarea|select)$/.test(node.localName)) {
        // A link holds a rejected statement without its semicolon.
        attributes.push(`value: ${isRejected ? node.value.replace(/;\s*$/, '') : node.value}`);
    }
    lines.push(' '.repeat(depth) + [node.localName, ...attributes.sort()].join(' '));
    // Which options are supported is said of what was legal before.
    if (isRejected && node.localName === 'select') return;
    for (const child of node.childNodes) read(child, depth + 1);
};
const look = () => {
    lines.length = 0;
    const view = document.querySelector('main:not([hidden])');
    // One whose value cannot be read has a link of the same kind.
    const isWrong = location.hash.startsWith('#v1/statement@') && document.querySelector('#say.bad');
    isRejected = isWrong || document.querySelector('#legality')?.innerText === 'rejected';
    if (isRejected) for (const part of view.querySelectorAll(OF_A_REJECTED)) read(part, 0);
    else read(view, 0);
    return lines.join('\n');
};
const state = () => ({
    fragment: location.hash.slice(1),
    title: document.title,
    choosing: document.querySelector('.choices') !== null,
    unfolded: [...document.querySelectorAll('[data-unfold][aria-expanded=true]')].map(each => each.dataset.unfold),
    lines: look().split('\n'),
});
// The address is written after a pause of 250 ms.
const QUIET = 400;
let before = '';
let since = performance.now();
const end = since + 30_000;
const wait = () => {
    const now = location.hash + look();
    if (now !== before || window.busy?.size) [before, since] = [now, performance.now()];
    if (performance.now() - since > QUIET || performance.now() > end) done(state());
    else setTimeout(wait, 40);
};
wait();
