import { describe, expect, it } from "vitest";
import { textOfHtml } from "./text-box.tsx";

describe("textOfHtml", () => {
  it.each([
    ["<p>One <b>two</b> <i>three</i></p><p>Four</p>", "One **two** *three*\n\nFour"],
    ["<h1>Head</h1><div>a<br>b</div>", "Head\n\na\nb"],
    ["<ul><li>a</li><li><p>b <em>c</em></p></li></ul><p>d</p>", "- a\n- b *c*\n\nd"],
    ["<blockquote><p>q</p><p>r</p></blockquote>", "> q\n> r"],
    ['<a href="https://a.example/x">here</a>', "[here](https://a.example/x)"],
    ['<a href="javascript:alert(1)">here</a>', "here"],
    [
      '<p class="MsoNormal">Un <span style="font-style:italic">deux</span></p>' +
        '<p class="MsoListParagraph" style="mso-list:l0"><span>·&nbsp;&nbsp; </span>trois</p>' +
        '<p class="MsoListParagraph">·&nbsp; quatre</p>',
      "Un *deux*\n\n- trois\n- quatre",
    ],
    ['<b style="font-weight:normal"><p>Docs</p></b>', "Docs"],
    ["<p><strong> spaced </strong>word</p>", "**spaced** word"],
    ["<table><tr><td>a</td><td>b</td></tr></table>", "a\n\nb"],
    ["<script>alert(1)</script><style>p{}</style><p>x</p>", "x"],
    ['<img src=x onerror="alert(1)"><svg onload="alert(1)"></svg>text', "text"],
    ["", ""],
    ["   <p> </p> ", ""],
  ])("converts %j to %j", (html, text) => {
    expect(textOfHtml(html)).toBe(text);
  });
});
