// Reads DEFLATE (RFC 1951): browsers have only an asynchronous one, and functions of this package
// return at once.

const LENGTH_CODES = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** The codes for lengths and distances: the least number of each, and how many bits are added to it. */
function ranges(first, bitsOf, n) {
  const least = [first];
  const bits = Array.from({ length: n }, (_, code) => bitsOf(code));
  for (const width of bits) least.push(least[least.length - 1] + (1 << width));
  return { least, bits };
}

const LENGTHS = ranges(3, (code) => (code < 8 ? 0 : (code >> 2) - 1), 28);
const DISTANCES = ranges(1, (code) => (code < 4 ? 0 : (code >> 1) - 1), 30);
// The longest length has a code of its own.
LENGTHS.least[28] = 258;
LENGTHS.bits[28] = 0;

/** The symbol and the length of the code that any bits begin with: `symbol << 4 | length`. */
function tree(lengths) {
  const most = Math.max(1, ...lengths);
  const symbols = new Uint16Array(1 << most);
  let code = 0;
  for (let length = 1; length <= most; length += 1) {
    lengths.forEach((own, symbol) => {
      if (own !== length) return;
      let first = 0;
      for (let bit = 0; bit < length; bit += 1) first |= ((code >> bit) & 1) << (length - 1 - bit);
      for (let bits = first; bits < symbols.length; bits += 1 << length) symbols[bits] = (symbol << 4) | length;
      code += 1;
    });
    code <<= 1;
  }
  return { symbols, most };
}

function repeated(...runs) {
  return runs.flatMap(([length, n]) => Array(n).fill(length));
}

/** Returns the bytes that were compressed, whose number is known. */
export function inflate(source, length) {
  const output = new Uint8Array(length);
  let [at, to, hold, count] = [0, 0, 0, 0];

  function need(n) {
    for (; count < n; count += 8) hold |= source[at++] << count;
  }
  function take(n) {
    need(n);
    const bits = hold & ((1 << n) - 1);
    hold >>>= n;
    count -= n;
    return bits;
  }
  function next({ symbols, most }) {
    need(most);
    const found = symbols[hold & ((1 << most) - 1)];
    take(found & 15);
    return found >> 4;
  }

  function trees() {
    const [nLiterals, nDistances, n] = [take(5) + 257, take(5) + 1, take(4) + 4];
    const own = Array(19).fill(0);
    for (const place of LENGTH_CODES.slice(0, n)) own[place] = take(3);
    const codes = tree(own);
    const lengths = [];
    while (lengths.length < nLiterals + nDistances) {
      const symbol = next(codes);
      if (symbol < 16) lengths.push(symbol);
      else if (symbol === 16) lengths.push(...repeated([lengths[lengths.length - 1], take(2) + 3]));
      else lengths.push(...repeated([0, symbol === 17 ? take(3) + 3 : take(7) + 11]));
    }
    return [tree(lengths.slice(0, nLiterals)), tree(lengths.slice(nLiterals))];
  }

  function stored() {
    take(count & 7);
    const n = take(16);
    take(16);
    for (const end = to + n; to < end; ) output[to++] = take(8);
  }
  // With variables of its own, which the compiler keeps in registers: it makes nearly all the bytes.
  function block([literals, distances]) {
    const [ofLiterals, ofDistances] = [literals.symbols, distances.symbols];
    const [literalBits, distanceBits] = [(1 << literals.most) - 1, (1 << distances.most) - 1];
    let [place, end, bits, n] = [at, to, hold, count];
    for (;;) {
      // At most 15 bits of a code and 5 behind it.
      for (; n < 20; n += 8) bits |= source[place++] << n;
      let found = ofLiterals[bits & literalBits];
      bits >>>= found & 15;
      n -= found & 15;
      const symbol = found >> 4;
      if (symbol < 256) {
        output[end++] = symbol;
        continue;
      }
      if (symbol === 256 || end > length) break;
      let extra = LENGTHS.bits[symbol - 257];
      const last = end + LENGTHS.least[symbol - 257] + (bits & ((1 << extra) - 1));
      bits >>>= extra;
      n -= extra;
      for (; n < 15; n += 8) bits |= source[place++] << n;
      found = ofDistances[bits & distanceBits];
      bits >>>= found & 15;
      n -= found & 15;
      extra = DISTANCES.bits[found >> 4];
      for (; n < extra; n += 8) bits |= source[place++] << n;
      const distance = DISTANCES.least[found >> 4] + (bits & ((1 << extra) - 1));
      bits >>>= extra;
      n -= extra;
      for (; end < last; end += 1) output[end] = output[end - distance];
    }
    [at, to, hold, count] = [place, end, bits, n];
  }

  for (let isLast = 0; !isLast; ) {
    isLast = take(1);
    const kind = take(2);
    if (kind === 0) stored();
    else block(kind === 1 ? [tree(repeated([8, 144], [9, 112], [7, 24], [8, 8])), tree(repeated([5, 30]))] : trees());
  }
  if (to !== length) throw new Error("the WebAssembly in this package is damaged");
  return output;
}
