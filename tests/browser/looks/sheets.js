// Reads style sheets, `[[name, text], …]`, and returns what is wrong with them.
// Leaves in `window.styles` the rules of each component, one for each selector, and the owner of each
// name: the sheet whose rules begin with that class or identifier.

/** About all components: elements, shared classes, frames of drawings, the state of the document. */
const SHARED = ['tokens.css', 'base.css', 'plot.css', 'embed.css'];
/** Only of the static pages, which have no other components. */
const APART = ['static.css'];

/** Splits a selector where a character of `at` stands outside parentheses and brackets. */
const split = (text, at) => {
    const parts = [''];
    let depth = 0;
    for (const character of text) {
        if ('(['.includes(character)) depth++;
        if (')]'.includes(character)) depth--;
        if (depth === 0 && at.includes(character)) parts.push('');
        else parts[parts.length - 1] += character;
    }
    return parts.map(part => part.trim()).filter(Boolean);
};
const ALTERNATIVES = /:(?:is|where)\(((?:[^()]|\([^()]*\))*)\)/g;
/** The classes and identifiers that an element must have, in a part of a selector without combinators. */
const namesOf = compound => {
    const alternatives = [...compound.matchAll(ALTERNATIVES)].map(([, list]) => list);
    const own = compound.replace(ALTERNATIVES, '').replace(/:[\w-]+\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\]/g, '');
    const names = own.match(/[.#][\w-]+/g) ?? [];
    // Of each list one has to match; in a list that describes a surrounding, the last part is the element.
    for (const list of alternatives)
        for (const each of split(list, ',')) names.push(...namesOf(split(each, ' >+~').at(-1)));
    return names;
};
const compoundsOf = selector => split(selector.replace(/\s*([>+~])\s*/g, ' '), ' ');
/** A selector without the states of pointer and focus, and without pseudo-elements. */
const STATES = '(?:::[\\w-]+(?:\\([^)]*\\))?|:(?:hover|focus-visible|focus-within|focus|active))+';
const matchedBy = selector => selector.replace(new RegExp(`(^|[\\s>+~(,])${STATES}`, 'g'), '$1*').replace(new RegExp(STATES, 'g'), '');

const rulesOf = (list, around) => [...list].flatMap(rule => {
    if (!('selectorText' in rule)) return rule.cssRules ? rulesOf(rule.cssRules, around) : [];
    const selectors = split(rule.selectorText, ',').map(selector => {
        if (!around) return selector;
        return selector.includes('&') ? selector.replaceAll('&', `:is(${around})`) : `:is(${around}) ${selector}`;
    });
    const own = selectors.map(selector => {
        const compounds = compoundsOf(selector).map(namesOf);
        return { selector, compounds, matched: matchedBy(selector) };
    });
    return [...own, ...rulesOf(rule.cssRules, selectors.join(', '))];
});

const sheets = arguments[0].map(([name, text]) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return { name, rules: rulesOf(sheet.cssRules) };
});
const components = sheets.filter(({ name }) => !SHARED.includes(name));

const wrong = [];
const owners = new Map();
for (const { name, rules } of components) {
    for (const { selector, compounds: [[first]] } of rules) {
        const owner = owners.get(first) ?? name;
        if (!first) wrong.push(`${name}: “${selector}” begins with no class or identifier, so it is about every component`);
        else if (owner !== name) wrong.push(`${name}: “${selector}” begins with ${first}, which is of ${owner}`);
        else owners.set(first, name);
    }
}
for (const { name, rules } of sheets.filter(({ name }) => name === 'embed.css'))
    for (const { selector } of rules)
        if (!/^(:is\()?(:root)?\[data-(embed|ui|views|ro)/.test(selector)) wrong.push(`${name}: “${selector}” is not only about the page inside another one`);
for (const { name, rules } of components) {
    for (const { selector, compounds } of rules) {
        for (const names of compounds) {
            const of = new Set(names.map(each => owners.get(each)).filter(Boolean));
            if (of.size > 1) wrong.push(`${name}: “${selector}” has names of ${[...of].join(' and ')} on one element`);
        }
    }
}
window.styles = { components: components.filter(({ name }) => !APART.includes(name)), owners };
return { wrong: [...new Set(wrong)], rules: components.reduce((sum, { rules }) => sum + rules.length, 0) };
