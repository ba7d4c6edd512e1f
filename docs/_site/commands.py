"""Write the reference pages of the ``mxnet`` command from its parsers."""

from __future__ import annotations

import argparse
import re

from mxnet_records import cli

TEXTS = {
    "en": {"title": "Commands", "command": "Command", "option": "Option", "meaning": "Meaning", "usage": "Usage",
           "intro": "`mxnet COMMAND --help` prints the same text. All commands exit with 0 on success, with 1 after an "
                    "error, and with 2 if an option is wrong.",
           "default": "default", "choices": "choices", "positional arguments": "Arguments", "options": "Options"},
    "zh": {"title": "命令", "command": "命令", "option": "选项", "meaning": "含义", "usage": "用法",
           "intro": "`mxnet COMMAND --help` 输出相同的内容，说明文字为英文。"
                    "命令成功时返回 0，出错时返回 1，选项有误时返回 2。",
           "default": "默认值", "choices": "取值", "positional arguments": "参数", "options": "选项"},
}


def parsers() -> dict[str, argparse.ArgumentParser]:
    """Return the parser of each command."""
    found = {}
    for name in cli._COMMANDS:
        actions = cli._parser(name)._subparsers._group_actions
        found[name] = actions[0].choices[name]
    return found


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*")


def _row(action: argparse.Action, parser: argparse.ArgumentParser, texts: dict[str, str]) -> str:
    names = ", ".join(f"`{name}`" for name in action.option_strings)
    shown = action.metavar or (action.dest.upper() if action.option_strings else action.dest)
    value = " ".join(shown) if isinstance(shown, tuple) else str(shown)
    takes_value = action.nargs != 0
    first = f"{names} `{value}`" if names and takes_value and not action.choices else names or f"`{value}`"
    expanded = parser._get_formatter()._expand_help(action) if action.help else ""
    text = _cell(re.sub(r" \(default: (None|False)\)", "", expanded))
    if action.choices:
        text += f" ({texts['choices']}: {', '.join(f'`{choice}`' for choice in action.choices)})"
    if takes_value and action.default not in (None, argparse.SUPPRESS, [], "", False) and "default" not in text:
        default = action.default
        shown = " ".join(map(str, default)) if isinstance(default, (list, tuple)) else str(default)
        text += f" ({texts['default']}: `{shown}`)"
    return f"| {first} | {text or '—'} |\n"


def _page(name: str, parser: argparse.ArgumentParser, texts: dict[str, str]) -> str:
    usage = parser.format_usage().partition(": ")[2].rstrip()
    if not usage.startswith("mxnet"):
        usage = f"mxnet {name} {usage.partition(name)[2].strip()}"
    lines = [f"# mxnet {name}\n\n{parser.description}\n\n## {texts['usage']}\n\n```text\n{usage}\n```\n"]
    for group in parser._action_groups:
        actions = [action for action in group._group_actions if action.help != argparse.SUPPRESS]
        if actions:
            title = texts.get(group.title or "options", group.title or "").capitalize()
            lines.append(f"\n## {title}\n\n| {texts['option']} | {texts['meaning']} |\n|---|---|\n")
            lines += [_row(action, parser, texts) for action in actions]
    return "".join(lines)


def generate(language: str) -> dict[str, str]:
    """Return one page per command and an index, by file name."""
    texts = TEXTS[language]
    found = parsers()
    pages = {f"reference/commands/{name}.md": _page(name, parser, texts) for name, parser in found.items()}
    rows = "".join(f"| [mxnet {name}]({name}.md) | {_cell(parser.description or '')} |\n"
                   for name, parser in found.items())
    tree = "".join(f"{name}\n" for name in found)
    pages["reference/commands/index.md"] = (
        f"# {texts['title']}\n\n{texts['intro']}\n\n| {texts['command']} | {texts['meaning']} |\n|---|---|\n{rows}\n"
        f"```{{toctree}}\n:hidden:\n\n{tree}```\n")
    return pages
