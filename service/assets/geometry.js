export default {
  "cell": { "width": 128, "height": 150 },
  "columns": 4,
  "coping": { "width": 512, "height": 40 },
  "number": { "x": 64, "y": 21, "size": 15 },
  "letter": 12,
  "layers": [
    { "of": "prisoners", "at": "left", "sort": "", "gap": "gone", "x": 11, "y": 31, "width": 54, "height": 104 },
    { "of": "prisoners", "at": "right", "sort": "", "gap": "gone", "x": 63, "y": 31, "width": 54, "height": 104 },
    { "of": "sockets", "ref": "sockets", "x": 0, "y": 0, "width": 128, "height": 150 },
    { "of": "sticks", "at": "left", "sort": "-short", "gap": "none", "x": 28, "y": 74, "width": 20, "height": 62, "letter": { "x": 38, "y": 103.3 } },
    { "of": "sticks", "at": "right", "sort": "-short", "gap": "none", "x": 80, "y": 74, "width": 20, "height": 62, "letter": { "x": 90, "y": 103.3 } },
    { "of": "sticks", "at": "long", "sort": "-long", "gap": "none", "x": 7, "y": 117, "width": 114, "height": 20, "letter": { "x": 64, "y": 131.3 } }
  ],
  "letters": {
    "en": { "red": "R", "yellow": "Y", "green": "G", "blue": "B", "white": "W" },
    "fr": { "red": "R", "yellow": "J", "green": "V", "blue": "B", "white": "C" }
  }
};
