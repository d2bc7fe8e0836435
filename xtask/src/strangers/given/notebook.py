"""Makes a notebook of a file."""

import pathlib

import nbformat

cell = nbformat.v4.new_code_cell(pathlib.Path("cell.py").read_text())
nbformat.write(nbformat.v4.new_notebook(cells=[cell]), "notes.ipynb")
