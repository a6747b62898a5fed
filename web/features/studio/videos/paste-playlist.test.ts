import { expect, it } from "vitest";
import { pastedPlaylist } from "./paste-playlist.domain.ts";

it.each([
  ["https://www.youtube.com/playlist?list=PLabcdefghijk", "PLabcdefghijk"],
  ["https://m.youtube.com/watch?v=dQw4w9WgXcQ&list=PLabcdefghijk&index=2", "PLabcdefghijk"],
  ["  https://youtu.be/dQw4w9WgXcQ?list=PLabcdefghijk ", "PLabcdefghijk"],
  ["PLabcdefghijk", "PLabcdefghijk"],
  ["library-music", "library-music"],
])("reads %s as the playlist %s", (pasted, id) => {
  expect(pastedPlaylist(pasted)).toBe(id);
});

it.each([
  "",
  "sermons",
  "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
  "http://www.youtube.com/playlist?list=PLabcdefghijk",
  "https://youtube.com.example.org/playlist?list=PLabcdefghijk",
  "https://www.youtube.com/playlist?list=<script>alert(1)</script>",
  "javascript:alert('PLabcdefghijk')",
  "P".repeat(65),
])("returns null for %s", (pasted) => {
  expect(pastedPlaylist(pasted)).toBeNull();
});
