// CommonJS, whose `require` loads the package.
import ptxfp = require("ptxfp");

const sum: ptxfp.Value | ptxfp.Value[] = ptxfp.evaluate("add.f32", [1, 2]).value;

export = sum;
