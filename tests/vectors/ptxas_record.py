"""Records which lines of PTX NVIDIA's assembler takes, on which versions and targets.

A record has the pairs of version and target; a digit for each pair, 1 for taken, stands above the lines
with these verdicts. Lines that nothing takes come last.
"""
import concurrent.futures, datetime, os, re, subprocess, sys, tempfile


def asked(ptxas, pair, module, indices):
    """The indices of the lines that are taken of a module, in which each of them is on a line of its own."""
    version, target = pair.split('/')
    text, first = module(version, target, indices)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'k.ptx')
        open(path, 'w').write(text)
        # The assembler knows sm_101 by its later name only, and nothing before sm_75.
        arch = target.replace('sm_101', 'sm_110').replace('sm_', 'compute_')
        if int(re.sub(r'\D', '', target)) < 75:
            arch = 'compute_75'
        done = subprocess.run([ptxas, f'-arch={arch}', '-o', os.path.join(folder, 'k.out'), path],
                              capture_output=True, text=True)
    said = done.stdout + done.stderr
    wrong = {int(n) - first for n in re.findall(r', line (\d+); (?:error|fatal)', said)}
    if not wrong and done.returncode:
        sys.exit(f'{pair}: {said[:500]}')
    return [index for place, index in enumerate(indices) if place not in wrong]


def taken(ptxas, pair, module, n_lines):
    """The indices of all lines that are taken; errors might keep the assembler from looking further."""
    kept, before = list(range(n_lines)), None
    while kept and kept != before:
        before, kept = kept, asked(ptxas, pair, module, kept)
    return set(kept)


def record(title, script, pairs, lines, module):
    """Prints the record of lines. `module(version, target, indices)` is the text of a module with some of
    them, and the number of the line that has the first one."""
    ptxas = sys.argv[1]
    version = re.search(r'V([\d.]+)', subprocess.run([ptxas, '--version'], capture_output=True, text=True).stdout)[1]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda pair: taken(ptxas, pair, module, len(lines)), pairs))
    print(f'# {title}: a digit for each of these pairs, 1 for taken.')
    print(f'# oracle: ptxas {version}\n# command: tests/vectors/{script}')
    print(f'# date: {datetime.date.today()}\n# GPU, driver: none')
    print('pairs', *pairs)
    classes = {}
    for index, line in enumerate(lines):
        digits = ''.join('01'[index in answer] for answer in answers)
        classes.setdefault(digits, []).append(line)
    never = '0' * len(pairs)
    for digits in [*sorted(digits for digits in classes if digits != never), never]:
        print('taken', digits)
        for line in classes.get(digits, []):
            print(' ', line)
