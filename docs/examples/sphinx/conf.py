import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

project = "Notes on PTX"
extensions = ["ptx_float"]

# Where the playground is; nothing else says it.
ptx_float_playground = "https://playground.example/"
