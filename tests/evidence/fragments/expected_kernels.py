#!/usr/bin/env python3
"""Writes the digests, inputs and expected stores of the kernels in `kernels.toml`.

usage: expected_kernels.py FOLDER

FOLDER has the projects as OWNER/NAME, with their git objects. Project, file, lines and function of each
kernel are read from the list; the rest is written anew. The stores are those of `kernels.py`, a PTX
interpreter for one thread that is not this project's evaluator. `cargo xtask fragments --renew` calls
this.
"""
import datetime, hashlib, os, subprocess, sys, tomllib

import ml_dtypes, numpy

from kernel_cases import cases
from module import Module
from statements import Unjudged

LIST = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'kernels.toml')


def main():
    folder = sys.argv[1]
    with open(LIST, 'rb') as file:
        old = tomllib.load(file)
    lines = ['# Kernels of public projects by reference, with independent results; see README.md.',
             f'# oracle: kernels.py, NumPy {numpy.__version__}, ml_dtypes {ml_dtypes.__version__}, '
             f'Python {sys.version.split()[0]}',
             '# command: cargo xtask fragments --renew',
             f'# date: {os.environ.get("FRAGMENTS_DATE", datetime.date.today().isoformat())}',
             '# GPU, driver: none', '']
    for name, project in old['project'].items():
        lines += [f'[project."{name}"]', f'commit = "{project["commit"]}"', '']
    modules = {}
    for each in old['kernel']:
        first, last = each['lines']
        place = (each['project'], each['file'], first, last)
        commit = old['project'][each['project']]['commit']
        if place not in modules:
            show = ['git', '-C', os.path.join(folder, each['project']), 'show', f'{commit}:{each["file"]}']
            text = subprocess.run(show, check=True, capture_output=True).stdout
            text = b''.join(text.splitlines(keepends=True)[first - 1:last])
            modules[place] = Module(text.decode()), hashlib.sha256(text).hexdigest()
        module, digest = modules[place]
        try:
            found = cases(module, module.functions[each['function']], digest)
        except Unjudged as reason:
            print(f'left out: {each["project"]} {each["file"]} {each["function"]}: {reason}', file=sys.stderr)
            continue
        lines += ['[[kernel]]', f'project = "{each["project"]}"', f'file = "{each["file"]}"', f'lines = [{first}, {last}]',
                  f'sha256 = "{digest}"', f'function = "{each["function"]}"',
                  'cases = [', *(f"  '{case}'," for case in found), ']', '']
    with open(LIST, 'w') as file:
        file.write('\n'.join(lines))


if __name__ == '__main__':
    main()
