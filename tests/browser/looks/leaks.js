// Returns the rules of a component that match an element of another one, in the document as it is
// now; after `sheets.js`.
//
// A rule may name a part of another component, and what is in it (`.card .hex`, `.sweep .plot text`).
// What it does not name (`.card strong`) must be its own.
const { components, owners } = window.styles;
const ownersOf = element => {
    for (let each = element; each; each = each.parentElement) {
        const names = [...each.classList].map(name => '.' + name);
        if (each.id) names.push('#' + each.id);
        const found = names.map(name => owners.get(name)).filter(Boolean);
        if (found.length > 0) return found;
    }
    return ['no component'];
};
const found = new Set();
for (const { name, rules } of components) {
    for (const { selector, compounds, matched } of rules) {
        if (compounds.at(-1).some(each => owners.has(each))) continue;
        const named = [name, ...compounds.flat().map(each => owners.get(each))];
        for (const element of document.querySelectorAll(matched)) {
            const owner = ownersOf(element);
            if (!owner.some(each => named.includes(each))) found.add(`${name}: “${selector}” matches ${element.localName}.${element.getAttribute('class') ?? ''} in ${owner}`);
        }
    }
}
return [...found].slice(0, 20);
