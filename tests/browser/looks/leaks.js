// Returns the rules of a component that match an element of another one, in the document as it is
// now; after `sheets.js`.
//
// A rule may place another component as a whole (`.choose .choice > :first-child`), and may name one and
// what is in it (`.card .hex`, `.evidence .facts dd`). What it does not name (`.card strong`) must be its
// own, or of its family: `sequence.css` has what `sequence_steps.css` and others share.
const { components, owners } = window.styles;
const familyOf = name => name?.split(/[_.]/)[0];
const isWhole = element => [...element.classList].some(name => owners.has('.' + name));
const ownersOf = element => {
    for (let each = element; each; each = each.parentElement) {
        const found = [...each.classList].map(name => owners.get('.' + name)).filter(Boolean);
        if (found.length > 0) return found;
    }
    return ['no component'];
};
const found = new Set();
for (const { name, rules } of components) {
    for (const { selector, compounds, matched } of rules) {
        if (compounds.at(-1).some(each => owners.has(each))) continue;
        const named = [name, ...compounds.flat().map(each => owners.get(each))].map(familyOf);
        for (const element of document.querySelectorAll(matched)) {
            const owner = isWhole(element) ? [] : ownersOf(element);
            if (owner.length > 0 && !owner.some(each => named.includes(familyOf(each)))) found.add(`${name}: “${selector}” matches ${element.localName}.${element.getAttribute('class') ?? ''} in ${owner}`);
        }
    }
}
return [...found].slice(0, 20);
