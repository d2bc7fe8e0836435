// Returns the texts, values and labels that are cut off, and those that overlap another one, in the
// part of the document that is drawn now.
const found = [];
const root = document.documentElement;
root.scrollLeft = 0;

/** A short way to say which element it is. */
const name = element => {
    const parts = [];
    for (let each = element; each && each !== root && parts.length < 3; each = each.parentElement) {
        const classes = each.getAttribute('class');
        parts.unshift(each.localName + (each.id ? '#' + each.id : '') + (classes ? '.' + classes.trim().split(/\s+/).join('.') : ''));
    }
    return parts.join(' > ');
};
const say = (what, element, text) => found.push(`${what}: “${text.trim().slice(0, 60)}” in ${name(element)}`);

const isShown = element => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && !element.closest('.unseen');
/** How wide a text would be in the font of an element. */
const pen = document.createElement('canvas').getContext('2d');
const widthOf = (text, style) => {
    pen.font = style.font;
    pen.letterSpacing = style.letterSpacing === 'normal' ? '0px' : style.letterSpacing;
    return pen.measureText(text).width;
};

/** Texts with a frame of their own, which a range does not show. */
const fields = [...document.querySelectorAll('input, select, textarea')].filter(isShown);
for (const field of fields) {
    const style = getComputedStyle(field);
    if (field.localName === 'select') {
        const text = field.selectedOptions[0]?.label ?? '';
        const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
        // The arrow takes the height of the text, about.
        if (style.appearance !== 'none' && widthOf(text, style) + parseFloat(style.fontSize) > room + 1) say('cut off', field, text);
    } else if (field.localName === 'textarea') {
        // One that scrolls shows it all.
        if (style.overflowY === 'hidden' && field.scrollHeight > field.clientHeight + 1) say('cut off', field, field.value);
    } else {
        const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
        const text = field.value || field.placeholder;
        if (widthOf(text, style) > room + 1) say('cut off', field, text);
    }
}

const scrolls = value => value === 'auto' || value === 'scroll';
const hides = value => value === 'hidden' || value === 'clip';
/** Whether a rectangle reaches beyond what its surroundings show; parts to be scrolled to are shown. */
const isCut = (element, box) => {
    let [across, down] = [true, true];
    for (let each = element; each && each !== root; each = each.parentElement) {
        const style = getComputedStyle(each);
        if (style.position === 'fixed') return false;
        // Inline boxes do not clip.
        if (style.display === 'inline' && !(each instanceof SVGElement)) continue;
        const frame = each.getBoundingClientRect();
        if (across && hides(style.overflowX) && (box.left < frame.left - 1.5 || box.right > frame.right + 1.5)) return true;
        // Glyphs are lower than the box of their line.
        const slack = box.height / 4 + 1;
        if (down && hides(style.overflowY) && (box.top < frame.top - slack || box.bottom > frame.bottom + slack)) return true;
        across &&= !scrolls(style.overflowX);
        down &&= !scrolls(style.overflowY);
    }
    return across && (box.left < -1.5 || box.right > root.clientWidth + 1.5);
};

/** What lies over the page, and covers it on purpose. */
const layer = element => element.closest('dialog, [popover], #completions, #pin') ?? root;

/** The part of a rectangle that is drawn: the pinned row is a copy, and may end in an ellipsis. */
const drawn = (element, { left, right, top, bottom }) => {
    const row = element.closest('.pin-statement, .pin-answer');
    const end = row && getComputedStyle(row).textOverflow === 'ellipsis' ? row.getBoundingClientRect().right : Infinity;
    return { left, right: Math.min(right, end), top, bottom };
};

const boxes = [];
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let text; (text = texts.nextNode()); ) {
    const element = text.parentElement;
    if (!text.data.trim() || element.closest('select, textarea, script, style, title') || !isShown(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const rects = element instanceof SVGElement ? [element.getBoundingClientRect()] : range.getClientRects();
    let cut = false;
    for (const rect of rects) {
        const { left, right, top, bottom } = drawn(element, rect);
        const height = bottom - top;
        if (right - left < 1 || height < 1) continue;
        const box = { left, right, top, bottom, height, element, text: text.data, layer: layer(element) };
        cut ||= isCut(element, box);
        boxes.push(box);
    }
    if (cut) say('cut off', element, text.data);
}
for (const field of fields) {
    // The statement lies over its colored copy.
    if (field.closest('.statement')) continue;
    const { left, right, top, bottom, height } = field.getBoundingClientRect();
    boxes.push({ left, right, top, bottom, height, element: field, text: field.value, layer: layer(field) });
}

boxes.sort((one, other) => one.top - other.top);
const told = new Set();
boxes.forEach((one, place) => {
    for (let next = place + 1; next < boxes.length && boxes[next].top < one.bottom; next++) {
        const other = boxes[next];
        if (one.element === other.element || one.layer !== other.layer) continue;
        const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const down = Math.min(one.bottom, other.bottom) - other.top;
        if (across <= 2 || down <= Math.min(one.height, other.height) * 0.4) continue;
        const key = one.text + '\0' + other.text;
        if (told.has(key)) continue;
        told.add(key);
        say(`overlaps “${other.text.trim().slice(0, 60)}” of ${name(other.element)}`, one.element, one.text);
    }
});
return found.slice(0, 12);
