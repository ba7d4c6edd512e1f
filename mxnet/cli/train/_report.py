"""Report of ``mxnet train``: numbers as JSON, and one HTML file with tables and pictures."""

from __future__ import annotations

import base64
import html
import json
import struct
import sys
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from mxnet.image._preprocessing import scale_pixels

from ._batches import Reader
from ._checkpoint import write_text
from ._data import Dataset
from ._loop import Predictions

_MISTAKES = 24
_LARGEST_MATRIX = 40
_CONFUSIONS = 20
_THUMBNAIL = 160


def summarize(dataset: Dataset, found: Predictions, history: Sequence[dict[str, Any]], best_epoch: int,
              skipped: dict[str, str], settings: dict[str, Any]) -> dict[str, Any]:
    """Return the content of ``report.json``."""
    classes, labels = dataset.classes, dataset.val.labels[found.read]
    matrix = np.zeros((len(classes), len(classes)), int)
    np.add.at(matrix, (labels, found.classes[found.read]), 1)
    right, true, predicted = np.diag(matrix), matrix.sum(axis=1), matrix.sum(axis=0)
    per_class = [{"class": name, "images": int(true[i]), "precision": _ratio(right[i], predicted[i]),
                  "recall": _ratio(right[i], true[i]), "f1": _ratio(2 * right[i], true[i] + predicted[i])}
                 for i, name in enumerate(classes)]
    wrong = np.flatnonzero(found.read & (found.classes != dataset.val.labels))
    worst = wrong[np.argsort(-found.confidence[wrong], kind="stable")][:_MISTAKES]
    mistakes = [{"image": dataset.val.names[i], "true": classes[dataset.val.labels[i]],
                 "predicted": classes[found.classes[i]], "confidence": round(float(found.confidence[i]), 4),
                 "index": int(i)} for i in worst]
    return {"data": dataset.name, "classes": list(classes), "training_images": len(dataset.train),
            "validation_images": int(found.read.sum()), "accuracy": found.accuracy,
            "top5_accuracy": found.top5 if len(classes) > 5 else None, "loss": found.loss, "best_epoch": best_epoch,
            "wrong": len(wrong), "per_class": per_class, "confusion_matrix": matrix.tolist(), "mistakes": mistakes,
            "history": list(history), "skipped": skipped, "options": settings}


def _ratio(part: float, whole: float) -> float | None:
    return round(float(part / whole), 4) if whole else None


def write(folder: Path, report: dict[str, Any], dataset: Dataset, reader: Reader) -> list[Path]:
    """Write ``report.json``, ``curve.png`` and ``report.html``, and return their paths."""
    files = [folder / "report.json", folder / "report.html"]
    write_text(files[0], json.dumps(report, indent=1, ensure_ascii=False) + "\n")
    curve = folder / "curve.png"
    try:
        from .._plot import draw_curves
    except ImportError as error:
        print(f"No learning curve was drawn: {error}. Install matplotlib: pip install 'mxnet-torch[demo]'",
              file=sys.stderr)
        curve.unlink(missing_ok=True)
    else:
        draw_curves(curve, report["history"], report["best_epoch"])
        files.append(curve)
    pictures = [_thumbnail(reader.pixels(dataset.val, mistake["index"])) for mistake in report["mistakes"]]
    write_text(files[1], _page(report, curve.read_bytes() if curve.exists() else None, pictures))
    return files


def encode_png(pixels: np.ndarray) -> bytes:
    """Encode an image of shape (height, width, 1 or 3). It needs no other package."""
    height, width, channels = pixels.shape
    rows = np.pad(pixels.reshape(height, -1), ((0, 0), (1, 0)))  # each row starts with its filter, 0
    header = struct.pack(">IIBBBBB", width, height, 8, {1: 0, 3: 2}[channels], 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows.tobytes())), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in chunks)


def _thumbnail(pixels: np.ndarray | None) -> bytes:
    if pixels is None:
        return encode_png(np.full((8, 8, 1), 200, np.uint8))
    scale = _THUMBNAIL / max(pixels.shape[:2])
    if scale < 1:  # the browser enlarges small images
        pixels = scale_pixels(pixels, *(max(1, round(size * scale)) for size in pixels.shape[:2]))
    return encode_png(np.ascontiguousarray(pixels))


def _page(report: dict[str, Any], curve: bytes | None, pictures: Sequence[bytes]) -> str:
    name = html.escape(str(report["data"]))
    options = report["options"]
    parts = [f"<h1>{html.escape(str(options['network']))} on {name}</h1>", _tiles(report)]
    if curve is not None:
        parts.append(f"<h2>Learning curve</h2><img class=curve alt='Loss and accuracy per epoch' src='{_url(curve)}'>")
    parts += ["<h2>Classes</h2>", _class_table(report), "<h2>Confusion matrix</h2>", _confusions(report),
              "<h2>Worst mistakes</h2>", _mistakes(report, pictures)]
    if report["skipped"]:
        rows = "".join(f"<tr><td>{html.escape(file)}<td>{html.escape(reason)}"
                       for file, reason in report["skipped"].items())
        parts.append(f"<h2>Skipped images</h2><table><tr><th>Image<th>Reason{rows}</table>")
    rows = "".join(f"<tr><td>{html.escape(key)}<td>{html.escape(str(value))}" for key, value in options.items())
    parts.append(f"<details><summary>Options</summary><table>{rows}</table></details>")
    return (f"<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>"
            f"<title>{name}: training report</title><style>{_STYLE}</style><main>{''.join(parts)}</main></html>\n")


def _tiles(report: dict[str, Any]) -> str:
    tiles = [("Accuracy", _percent(report["accuracy"]))]
    if report["top5_accuracy"] is not None:
        tiles.append(("Among the first 5", _percent(report["top5_accuracy"])))
    tiles += [("Loss", f"{report['loss']:.4f}"), ("Best epoch", f"{report['best_epoch']} of {len(report['history'])}"),
              ("Training images", f"{report['training_images']:,}"),
              ("Validation images", f"{report['validation_images']:,}"), ("Wrong", f"{report['wrong']:,}")]
    return "<div class=tiles>" + "".join(f"<div><b>{value}</b><span>{label}</span></div>" for label, value in tiles
                                         ) + "</div>"


def _class_table(report: dict[str, Any]) -> str:
    rows = "".join(f"<tr><td>{html.escape(row['class'])}<td>{row['images']}"
                   + "".join(f"<td>{_percent(row[key])}" for key in ("precision", "recall", "f1"))
                   for row in report["per_class"])
    return f"<div class=wide><table><tr><th>Class<th>Images<th>Precision<th>Recall<th>F1{rows}</table></div>"


def _confusions(report: dict[str, Any]) -> str:
    """Return the matrix, or only its largest errors if there are many classes."""
    matrix, names = np.array(report["confusion_matrix"]), [html.escape(name) for name in report["classes"]]
    if len(names) > _LARGEST_MATRIX:
        wrong = matrix - np.diag(np.diag(matrix))
        pairs = [divmod(int(i), len(names)) for i in np.argsort(-wrong, axis=None, kind="stable")[:_CONFUSIONS]]
        rows = "".join(f"<tr><td>{names[true]}<td>{names[predicted]}<td>{wrong[true, predicted]}"
                       for true, predicted in pairs if wrong[true, predicted])
        return (f"<p>The most frequent errors of {len(names)} classes; report.json has the "
                f"matrix.</p><table><tr><th>True<th>Predicted<th>Images{rows}</table>")
    head = "".join(f"<th class=turned><span>{name}</span>" for name in names)
    rows = "".join(f"<tr><th>{names[i]}" + "".join(_cell(int(value), row.sum(), i == j) for j, value in enumerate(row))
                   for i, row in enumerate(matrix))
    return ("<p>Rows: true class. Columns: predicted class.</p><div class=wide><table class=matrix><tr><th>"
            f"{head}{rows}</table></div>")


def _cell(value: int, total: int, right: bool) -> str:
    share = value / total if total else 0.0
    colour = "26,127,75" if right else "198,40,40"
    ink = "#fff" if share > 0.6 else "inherit"
    return f"<td style='background:rgba({colour},{share:.2f});color:{ink}'>{value or ''}"


def _mistakes(report: dict[str, Any], pictures: Sequence[bytes]) -> str:
    if not pictures:
        return "<p>All validation images were classified correctly.</p>"
    figures = "".join(
        f"<figure><img alt='' src='{_url(picture)}'><figcaption><b>{html.escape(row['predicted'])}</b> "
        f"{_percent(row['confidence'])}<br>true: {html.escape(row['true'])}<br>"
        f"<small>{html.escape(row['image'])}</small></figcaption></figure>"
        for row, picture in zip(report["mistakes"], pictures, strict=True))
    return f"<p>Wrong predictions with the highest confidence.</p><div class=grid>{figures}</div>"


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.1f} %"


def _url(png: bytes) -> str:
    return f"data:image/png;base64,{base64.b64encode(png).decode()}"


_STYLE = """
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{margin:0}main{max-width:62rem;margin:auto;
padding:1rem}h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2rem}.tiles{display:flex;flex-wrap:wrap;gap:.75rem}
.tiles div{border:1px solid #8886;border-radius:.5rem;padding:.5rem 1rem}.tiles b{display:block;font-size:1.3rem}
.tiles span,small{color:#777}.curve{max-width:100%;background:#fff}table{border-collapse:collapse}
td,th{padding:.25rem .6rem;text-align:right;border-bottom:1px solid #8884}td:first-child,th:first-child{text-align:left}
details td,details th{text-align:left;overflow-wrap:anywhere}.wide{overflow-x:auto}
.matrix td,.matrix th{padding:.2rem .4rem;min-width:1.6rem;text-align:center}.matrix .turned{vertical-align:bottom}
.matrix th:first-child{text-align:left}.turned span{writing-mode:vertical-rl;transform:rotate(180deg)}
.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(9rem,1fr));gap:1rem}figure{margin:0}
figure img{width:100%;aspect-ratio:1;object-fit:contain;image-rendering:auto;background:#8882;border-radius:.4rem}
figcaption{font-size:.9rem;overflow-wrap:anywhere}figcaption b{color:#c62828}
@media(prefers-color-scheme:dark){figcaption b{color:#ff8a80}}
"""
