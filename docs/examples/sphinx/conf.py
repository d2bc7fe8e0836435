project = "Notes on PTX"
# In the package `ptxfp`, which `maturin build` in core/python makes.
extensions = ["ptxfp.sphinx"]

# Where the playground is; nothing else says it.
ptx_float_playground = "https://playground.example/"
