"""The notebook of the guide runs from top to bottom, as Jupyter would run it: the last value of a cell is shown."""

import ast
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
NOTEBOOK = os.path.join(HERE, "..", "..", "guides", "python.ipynb")


def run(source, names):
    """Runs a cell; returns what its last expression is worth."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names) if last else None


def main():
    with open(NOTEBOOK, encoding="utf-8") as file:
        notebook = json.load(file)
    names, shown, cells = {"__name__": "__main__"}, [], [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for cell in cells:
        assert cell["outputs"] == [] and cell["execution_count"] is None, "the notebook is kept without outputs"
        value = run("".join(cell["source"]), names)
        if value is not None:
            shown.append(value)
    pictures = [value._repr_svg_() for value in shown if hasattr(value, "_repr_svg_")]
    assert len(pictures) >= 2 and all(text.startswith("<svg") for text in pictures), shown
    print(f"passed: {len(cells)} cells, {len(pictures)} pictures")


if __name__ == "__main__":
    sys.exit(main())
