// Makes an edit at random, as a visitor would: arguments are the seed and number of the edit, the
// statements and programs that may be typed. Calls back with what it did.
const [seed, index, statements, programs, queries, done] = arguments;

let number = Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b);
const next = () => {
    number = (number + 0x6d2b79f5) | 0;
    let mixed = Math.imul(number ^ (number >>> 15), 1 | number);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
};
const pick = list => list[next() % list.length];

const view = document.querySelector('main:not([hidden])');
const all = selector => [...(selector.startsWith('.views') ? document : view).querySelectorAll(selector)].filter(each => each.checkVisibility() && !each.disabled && each.ariaDisabled !== 'true');
const name = element => element.id || element.dataset.chip || element.dataset.cell || element.innerText?.slice(0, 40) || element.outerHTML.slice(0, 80);

const press = selector => () => {
    const button = pick(all(selector));
    if (!button) return null;
    button.focus();
    button.click();
    return `press ${selector}: ${name(button)}`;
};
const choose = selector => () => {
    const select = pick(all(selector));
    if (!select) return null;
    select.selectedIndex = next() % select.length;
    for (const kind of ['input', 'change']) select.dispatchEvent(new Event(kind, { bubbles: true }));
    return `choose ${select.value} in ${name(select)}`;
};
/** A visitor leaves a field after the page has drawn what was typed. */
const drawn = () => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));
const type = (selector, texts) => async () => {
    const field = pick(all(selector));
    if (!field) return null;
    const text = pick(typeof texts === 'function' ? texts(field) : texts);
    field.focus();
    field.select();
    document.execCommand('insertText', false, text);
    await drawn();
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    field.blur();
    return `type ${text} in ${name(field)}`;
};

// Exact in every format that has them; what is rounded is shown as typed, and a link has the stored value.
const values = ['0', '1', '-2', '0.5', '3', '-0', '1.5', '-4'];
const bits = ['0x0', '0x1', '0x3c00', '0x3f80', '0x7f800000', '0x80000000', '0xffff'];
/** Values and bits for an input: bits that its register does not have are an error, which no link holds. */
const entries = field => {
    const register = field.closest('[data-input]').querySelector('.lane-hex').innerText;
    return [...values, ...bits.filter(each => each.length <= register.length)];
};
// Whole numbers that every format of a tensor core has.
const lists = ['0', '1, -2', '[3 0 -4]', '1 2 3 4', '-1'];
const actions = {
    playground: [
        press('[data-chip]'), press('[data-chip]'), press('[data-chip]'), press('.operand [data-bit]'), press('.operand [data-bit]'),
        press('.preset'), press('.tab-list button'), press('[data-cell]'), press('.documented-cases button'),
        press('#panel .segmented button'), press('.compare-offers button'), press('.compared-acts button'),
        choose('#target'), choose('#isa'), choose('#opcode'), choose('#sweep-operand, #sweep-other'),
        type('[data-operand] input', values), type('[data-operand] input', values), type('[data-register] header input', bits),
        type('#instruction', statements), type('#instruction', statements),
    ],
    sequence: [
        choose('#sequence-target, #sequence-isa, #other-target, #other-isa'), type('[data-input] input', entries), type('[data-input] input', entries),
        type('#sequence-code', programs), press('[data-compare=begin]'), choose('#sequence-examples'),
    ],
    tensor: [
        choose('#tensor-target, #tensor-isa'), choose('#tensor-instruction'), press('.tensor-preset'), press('.elsewhere a'),
        type('#tensor-a-field, #tensor-b-field', lists), type('#tensor-c-field', ['0', '1', '-2', '24']),
    ],
    library: [
        type('#query', queries), type('#value', values), press('#library .chip'), press('#library a[href^="#"]'),
        // What the playground opens with is typed text that had to be rounded, which no link holds.
        press('.views a:not(:first-child)'),
    ],
    // An answer is in no link.
    learn: [
        press('#learn a[href^="#learn"]'), press('#learn a[href^="#exercise"]'), press('#learn a[href^="#sheet"]'),
        choose('#sheet-count'), press('.sheet-topics input'), press('.views a:not(:first-child)'),
    ],
}[view.id];
if (!actions) throw new Error(`there are no edits for ${view.id}`);
const edit = async () => {
    for (;;) {
        const did = await pick(actions)();
        if (did) return done(did);
        // A view that is still fetched has nothing to edit.
        await new Promise(resolve => setTimeout(resolve, 20));
    }
};
edit();
