import type { Motif } from "./clips.ts";

/**
 * Animated backgrounds: one GLSL `paint` function per motif.
 *
 * Everything is computed from time, a seed and five colours, so that another palette and seed make
 * another scene. Movement is slow: text is read over it, and the library has a size limit.
 */

const HEADER = `#version 300 es
precision highp float;
uniform vec2 size;
uniform float time;
uniform float seed;
uniform vec3 ink[5];
out vec4 colour;

float hash(vec2 p) {
  p = fract(p * vec2(123.34, 456.21));
  p += dot(p, p + 45.32);
  return fract(p.x * p.y);
}
float noise(vec2 p) {
  vec2 i = floor(p), f = fract(p);
  f = f * f * (3.0 - 2.0 * f);
  return mix(mix(hash(i), hash(i + vec2(1, 0)), f.x),
    mix(hash(i + vec2(0, 1)), hash(i + vec2(1, 1)), f.x), f.y);
}
float fbm(vec2 p) {
  float sum = 0.0, gain = 0.5;
  for (int i = 0; i < 4; i++) {
    sum += gain * noise(p);
    p = mat2(1.6, 1.2, -1.2, 1.6) * p + 7.3;
    gain *= 0.5;
  }
  return sum;
}
vec3 ramp(float t) {
  t = clamp(t, 0.0, 1.0) * 3.0;
  vec3 c = mix(ink[0], ink[1], clamp(t, 0.0, 1.0));
  c = mix(c, ink[2], clamp(t - 1.0, 0.0, 1.0));
  return mix(c, ink[3], clamp(t - 2.0, 0.0, 1.0));
}
float edge(float y, float line) {
  return smoothstep(1.5 / size.y, -1.5 / size.y, y - line);
}
`;

const FOOTER = `
void main() {
  vec2 uv = gl_FragCoord.xy / size;
  vec2 p = (uv - 0.5) * vec2(size.x / size.y, 1.0);
  vec3 c = paint(uv, p);
  // A filmic shoulder keeps glows from clipping; the noise hides 8-bit steps.
  c = c / (1.0 + max(c - 0.75, 0.0) * 0.55);
  c += (hash(gl_FragCoord.xy + 0.5) - 0.5) / 160.0;
  colour = vec4(clamp(c, 0.0, 1.0), 1.0);
}
`;

const PAINT: Record<Motif, string> = {
  dawn: `
vec3 paint(vec2 uv, vec2 p) {
  vec2 sun = vec2(0.9 * (fract(seed * 0.37) - 0.5), -0.17 + 0.0011 * time);
  float d = length((p - sun) * vec2(1.0, 1.2));
  vec3 c = mix(ink[2], ink[1], smoothstep(-0.25, 0.12, p.y));
  c = mix(c, ink[0], smoothstep(0.02, 0.6, p.y));
  c += ink[3] * exp(-d * 2.6) * 0.8 + ink[4] * exp(-d * 7.5) * 1.1;
  float band = fbm(vec2(p.x * 1.3 + time * 0.012 + seed, p.y * 5.5 - seed * 3.0));
  float cloud = smoothstep(0.42, 0.78, band) * smoothstep(-0.2, 0.05, p.y) * smoothstep(0.6, 0.15, p.y);
  vec3 lit = mix(ink[1], ink[4], exp(-d * 2.6));
  c = mix(c, lit, cloud * 0.62);
  for (int i = 0; i < 3; i++) {
    float k = float(i);
    float line = -0.17 - 0.1 * k + 0.16 * (fbm(vec2(p.x * (0.9 + 0.35 * k) + seed * 2.0 + k * 9.0 + time * 0.004 * (k + 1.0), k)) - 0.45);
    vec3 hill = mix(mix(ink[2], ink[0], 0.55 + 0.2 * k), ink[0] * 0.45, k * 0.42);
    hill += ink[3] * 0.2 * exp(-pow((p.x - sun.x) * 2.2, 2.0)) * (1.0 - k * 0.42);
    c = mix(c, hill, edge(p.y, line));
  }
  return c;
}`,
  mountains: `
float ridge(float x, float k) {
  float h = 0.0, a = 0.5, f = 1.0;
  for (int i = 0; i < 5; i++) {
    h += a * (1.0 - abs(2.0 * noise(vec2(x * f, k * 17.0 + seed)) - 1.0));
    f *= 2.07;
    a *= 0.46;
  }
  return h;
}
vec3 paint(vec2 uv, vec2 p) {
  vec2 sun = vec2(0.75 * (fract(seed * 0.61) - 0.5), 0.2);
  float d = length(p - sun);
  vec3 c = mix(ink[2], ink[1], smoothstep(-0.15, 0.25, p.y));
  c = mix(c, ink[0], smoothstep(0.15, 0.62, p.y));
  c += ink[3] * exp(-d * 3.4) * 0.55;
  c += (ink[4] * 1.1 - c * 0.4) * smoothstep(0.064, 0.054, d);
  float mist = fbm(vec2(p.x * 1.2 - time * 0.016, p.y * 3.0 + seed));
  c += ink[3] * 0.16 * mist * smoothstep(0.4, -0.1, p.y);
  for (int i = 0; i < 5; i++) {
    float k = float(i);
    float x = p.x * (0.75 + 0.28 * k) + seed * 3.1 + k * 4.0 + time * 0.0035 * (k * k * 0.5 + 1.0);
    float line = 0.02 - 0.135 * k + 0.36 * (ridge(x, k) - 0.62) * (1.0 - 0.09 * k);
    vec3 rock = mix(mix(ink[2], ink[1], 0.35), ink[0] * 0.32, 0.16 + 0.2 * k);
    float fog = smoothstep(line - 0.3, line, p.y);
    rock = mix(mix(rock, ink[2], 0.42 * (1.0 - 0.2 * k)), rock, fog);
    c = mix(c, rock, edge(p.y, line));
  }
  return c;
}`,
  calvary: `
float beam(vec2 q, vec2 half_size) {
  vec2 e = abs(q) - half_size;
  return smoothstep(1.5 / size.y, -1.5 / size.y, max(e.x, e.y));
}
float crossShape(vec2 q, float s) {
  return max(beam(q - vec2(0.0, 0.5 * s), vec2(0.034, 0.5) * s), beam(q - vec2(0.0, 0.7 * s), vec2(0.27, 0.034) * s));
}
vec3 paint(vec2 uv, vec2 p) {
  float cx = 0.44 + 0.06 * sin(seed);
  vec2 sun = vec2(cx, -0.02);
  vec2 v = p - sun;
  float d = length(v);
  vec3 c = mix(ink[2], ink[1], smoothstep(-0.2, 0.2, p.y));
  c = mix(c, ink[0], smoothstep(0.08, 0.62, p.y));
  float a = atan(v.y, v.x);
  float rays = 0.55 * noise(vec2(a * 4.0, time * 0.035 + seed)) + 0.45 * noise(vec2(a * 8.0 + 4.0, time * 0.045));
  c += ink[3] * exp(-d * 2.4) * (0.3 + 0.75 * rays);
  c += ink[4] * exp(-d * 8.5) * 1.1;
  float band = fbm(vec2(p.x * 1.5 + time * 0.01 + seed, p.y * 4.0));
  c = mix(c, ink[0] * 0.9, smoothstep(0.5, 0.85, band) * smoothstep(0.0, 0.4, p.y) * 0.7);
  float hill = -0.24 - 0.34 * (p.x - cx) * (p.x - cx) + 0.018 * fbm(vec2(p.x * 9.0, seed));
  float wood = crossShape(p - vec2(cx, -0.25), 0.44);
  wood = max(wood, crossShape(p - vec2(cx - 0.27, -0.27), 0.29));
  wood = max(wood, crossShape(p - vec2(cx + 0.27, -0.27), 0.29));
  vec3 dark = ink[0] * 0.28;
  c = mix(c, dark, wood * 0.97);
  c = mix(c, dark * (0.8 + 0.5 * uv.y), edge(p.y, hill));
  return c;
}`,
  aurora: `
vec3 paint(vec2 uv, vec2 p) {
  vec3 c = mix(ink[1] * 0.55, ink[0], smoothstep(-0.4, 0.45, p.y));
  for (int i = 0; i < 3; i++) {
    float k = float(i);
    float x = p.x + 0.16 * sin(p.y * 3.0 + time * 0.11 + k * 2.0 + seed) + 0.25 * (noise(vec2(p.x * 1.4 + k * 5.0 + seed, time * 0.05)) - 0.5);
    float foot = -0.2 + 0.13 * k + 0.15 * sin(x * 2.3 + k * 1.7 + seed + time * 0.05);
    float up = p.y - foot;
    float fold = 0.35 + 0.65 * noise(vec2(x * (5.0 + k * 1.5) + seed * 4.0, time * 0.12 + k));
    float curtain = smoothstep(-0.03, 0.05, up) * exp(-up * (3.1 - 0.4 * k)) * fold;
    c += mix(ink[3], ink[2], clamp(up * 2.6, 0.0, 1.0)) * curtain * (0.7 - 0.13 * k);
    c += ink[4] * curtain * 0.22 * smoothstep(0.14, 0.0, up);
  }
  float line = -0.37 + 0.12 * (fbm(vec2(p.x * 1.7 + seed, 3.0)) - 0.45);
  c = mix(c, ink[0] * 0.25, edge(p.y, line));
  return c;
}`,
  nebula: `
vec3 paint(vec2 uv, vec2 p) {
  vec2 q = p * 1.25 + vec2(seed, seed * 0.7) + vec2(time * 0.006, time * 0.003);
  float w = fbm(q + 0.9 * fbm(q * 1.3 + time * 0.012));
  float gas = smoothstep(0.3, 0.78, w);
  float veil = fbm(q * 2.1 - w * 1.4);
  vec2 heart = vec2(0.34 + 0.12 * sin(seed), 0.19);
  float d = length(p - heart);
  vec3 c = mix(ink[0] * 0.9, ink[1] * 1.15, gas * 0.9);
  c = mix(c, ink[2], smoothstep(0.32, 0.7, veil) * (0.25 + 0.75 * gas) * 0.85);
  c += ink[3] * exp(-d * 2.9) * (0.3 + 0.6 * gas);
  vec2 f = abs(p - heart);
  float flare = exp(-f.x * 60.0 - f.y * 5.5) + exp(-f.y * 60.0 - f.x * 8.0);
  c += ink[4] * (exp(-d * 13.0) * 0.9 + flare * (0.62 + 0.1 * sin(time * 0.8)));
  return c * (1.08 - 0.4 * dot(p, p));
}`,
  rays: `
vec3 paint(vec2 uv, vec2 p) {
  vec2 source = vec2(0.8 * (fract(seed * 0.53) - 0.5), 0.72);
  vec2 v = p - source;
  float a = atan(v.x, -v.y);
  float d = length(v);
  float r = 0.6 * noise(vec2(a * 6.0 + seed, time * 0.045)) + 0.4 * noise(vec2(a * 12.0 - seed, time * 0.06 + 4.0));
  float shaft = smoothstep(0.25, 0.85, r) * exp(-abs(a) * 1.1);
  vec3 c = mix(ink[0] * 0.8, ink[1], smoothstep(-0.6, 0.6, p.y));
  c += ink[2] * exp(-d * 1.5) * 0.9;
  c += ink[3] * shaft * exp(-d * 1.0) * 0.85;
  c += ink[4] * exp(-d * 4.2) * 0.9;
  float mist = fbm(vec2(p.x * 1.7 + time * 0.02, p.y * 3.2 + seed));
  c += ink[2] * mist * 0.3 * smoothstep(0.15, -0.5, p.y);
  return c;
}`,
  glow: `
vec3 paint(vec2 uv, vec2 p) {
  float a = fbm(p * 1.1 + vec2(seed + time * 0.015, time * 0.01));
  float b = fbm(p * 0.9 - vec2(time * 0.012, seed));
  vec3 c = mix(ink[0], ink[1], smoothstep(0.2, 0.75, a));
  c = mix(c, ink[2], smoothstep(0.35, 0.8, b) * 0.75);
  vec2 lamp = vec2(0.55 * sin(seed * 2.3), 0.22 * cos(seed));
  c += ink[3] * exp(-length(p - lamp) * 2.6) * 0.55;
  return c * (1.08 - 0.55 * dot(p, p));
}`,
  candle: `
float flame(vec2 q, float k) {
  float sway = 0.1 * (noise(vec2(time * 0.9 + k * 7.0, q.y * 1.6)) - 0.5) * smoothstep(0.0, 1.0, q.y);
  q.x += sway;
  float w = 0.23 * sqrt(clamp(q.y + 0.06, 0.0, 1.0)) * (1.0 - smoothstep(-0.1, 1.05, q.y));
  return smoothstep(0.06, -0.05, abs(q.x) - w) * step(-0.06, q.y) * step(q.y, 1.05);
}
vec3 paint(vec2 uv, vec2 p) {
  float many = 1.0 + 2.0 * step(0.5, fract(seed * 0.29));
  vec3 c = mix(ink[0] * 0.55, ink[1] * 0.8, exp(-dot(p, p) * 1.6));
  c *= 0.8 + 0.4 * fbm(p * 1.4 + seed);
  for (int i = 0; i < 3; i++) {
    float k = float(i);
    if (k >= many) break;
    float x = many > 1.5 ? 0.3 + 0.21 * k : 0.56 * sign(fract(seed * 0.17) - 0.5);
    float foot = -0.18 + 0.11 * sin(k * 2.2 + seed) * step(1.5, many);
    float tall = many > 1.5 ? 0.2 : 0.3;
    vec2 q = (p - vec2(x, foot)) / tall;
    float flick = 0.9 + 0.1 * noise(vec2(time * 1.3 + k * 11.0, seed));
    float d = length((p - vec2(x, foot + 0.32 * tall)) * vec2(1.0, 0.86));
    c += (ink[3] * exp(-d * 3.6) * 0.62 + ink[2] * exp(-d * 1.5) * 0.3) * flick;
    float wax = smoothstep(1.5 / size.y, -1.5 / size.y, abs(p.x - x) - 0.17 * tall) * edge(p.y, foot - 0.12 * tall - 0.03 * abs(p.x - x));
    c = mix(c, mix(ink[1] * 0.75, ink[3] * 0.95, exp((p.y - foot) * 6.5)), wax);
    float wick = smoothstep(0.03, 0.0, abs(q.x)) * step(-0.16, q.y) * step(q.y, 0.12);
    float f = flame(q, k);
    c = mix(c, mix(ink[3], ink[4], smoothstep(0.05, 0.6, q.y)) * 1.25, f * 0.95);
    c = mix(c, ink[4] * 1.3, flame(q * 1.7 - vec2(0.0, 0.05), k) * 0.8);
    c = mix(c, ink[0] * 0.4, wick * 0.8);
  }
  return c;
}`,
  water: `
vec3 paint(vec2 uv, vec2 p) {
  vec2 q = vec2(p.x * 4.2, p.y * 6.5) + seed * 9.0;
  float t = time * 0.045;
  float cell = fbm(q * 0.32 + vec2(sin(t + q.y * 0.3), cos(t * 0.8 + q.x * 0.25)) * 0.9);
  float net = pow(1.0 - abs(2.0 * fbm(q * 0.36 + cell * 1.6 + t * 0.35) - 1.0), 5.0);
  vec3 c = mix(ink[0], ink[1], smoothstep(-0.6, 0.5, p.y + 0.35 * (cell - 0.5)));
  c = mix(c, ink[2], smoothstep(0.35, 0.75, cell) * 0.75);
  c += ink[3] * net * 0.55 * (0.4 + 0.9 * uv.y);
  c += ink[4] * exp(-length((p - vec2(0.5 * sin(seed), 0.55)) * vec2(1.0, 1.5)) * 2.6) * 0.75;
  return c;
}`,
  sea: `
vec3 paint(vec2 uv, vec2 p) {
  float level = -0.04;
  vec2 sun = vec2(0.8 * (fract(seed * 0.47) - 0.5), 0.1);
  float d = length(p - sun);
  vec3 c = mix(ink[2], ink[1], smoothstep(level, 0.28, p.y));
  c = mix(c, ink[0], smoothstep(0.15, 0.62, p.y));
  c += ink[3] * exp(-d * 3.4) * 0.6;
  c += (ink[4] * 1.1 - c * 0.4) * smoothstep(0.072, 0.06, d);
  float band = fbm(vec2(p.x * 1.2 + time * 0.01 + seed, p.y * 6.0));
  c = mix(c, mix(ink[1], ink[3], exp(-d * 2.4)), smoothstep(0.45, 0.8, band) * smoothstep(level, 0.12, p.y) * 0.55);
  float depth = level - p.y;
  if (depth > 0.0) {
    vec2 w = vec2(p.x * (3.2 + 0.9 / (depth + 0.07)), log(depth + 0.025) * 13.0);
    float swell = noise(w + vec2(time * 0.05, time * 0.36)) * 0.6 + noise(w * vec2(1.9, 1.7) + vec2(-time * 0.07, time * 0.5)) * 0.4;
    swell = mix(0.6, swell, smoothstep(0.0, 0.05, depth));
    vec3 s = mix(ink[2], ink[0] * 0.7, smoothstep(0.0, 0.36, depth));
    s = mix(s, ink[1], swell * 0.55);
    float path = exp(-pow((p.x - sun.x) / (0.06 + depth * 0.42), 2.0));
    s += (ink[3] * 0.75 + ink[4] * 0.35) * path * smoothstep(0.5, 0.78, swell) * 0.95;
    s += ink[3] * path * 0.16;
    c = mix(c, s, smoothstep(0.0, 3.0 / size.y, depth));
  }
  return c;
}`,
  silk: `
vec3 paint(vec2 uv, vec2 p) {
  float tilt = 0.5 * sin(seed);
  vec2 q = vec2(p.x, p.y + p.x * tilt * 0.5);
  vec3 c = mix(ink[0], ink[1], uv.y * 0.5);
  for (int i = 0; i < 6; i++) {
    float k = float(i);
    float y = 0.4 - 0.16 * k + 0.13 * sin(q.x * (1.5 + 0.22 * k) + time * (0.085 + 0.012 * k) + k * 1.3 + seed)
      + 0.05 * sin(q.x * 3.4 - time * 0.1 + k * 2.1 + seed * 2.0);
    float under = y - q.y;
    float body = smoothstep(0.0, 0.012, under);
    float sheen = exp(-under * 11.0);
    float fold = 0.5 + 0.5 * sin(q.x * (2.1 + k * 0.4) - under * 7.0 + k * 1.9 + time * 0.06 + seed);
    vec3 cloth = mix(ink[0], ink[1], 0.25 + 0.55 * fold);
    cloth = mix(cloth, ink[2], sheen * 0.75);
    cloth += ink[3] * sheen * fold * 0.55 + ink[4] * exp(-under * 60.0) * 0.24 * fold;
    c = mix(c, cloth, body * 0.92);
  }
  return c;
}`,
  dunes: `
vec3 paint(vec2 uv, vec2 p) {
  vec2 sun = vec2(0.9 * (fract(seed * 0.31) - 0.5), 0.24);
  float d = length(p - sun);
  vec3 c = mix(ink[3], ink[2], smoothstep(-0.1, 0.2, p.y));
  c = mix(c, ink[1], smoothstep(0.1, 0.62, p.y));
  c += ink[4] * exp(-d * 4.4) * 0.55;
  c += (ink[4] * 1.1 - c * 0.5) * smoothstep(0.087, 0.075, d);
  for (int i = 0; i < 5; i++) {
    float k = float(i);
    float x = p.x + seed + k * 2.7 + time * 0.0035 * (k + 1.0);
    float line = 0.03 - 0.125 * k + (0.1 + 0.012 * k) * sin(x * (1.5 - 0.12 * k) + k * 1.4) + 0.035 * sin(x * 3.1 + k);
    float slope = cos(x * (1.5 - 0.12 * k) + k * 1.4);
    float lit = smoothstep(-0.5, 0.6, slope * (sun.x > 0.0 ? -1.0 : 1.0));
    vec3 sand = mix(ink[0], ink[2], lit * (0.85 - 0.1 * k));
    sand = mix(sand, ink[3], 0.42 * (1.0 - 0.22 * k) * smoothstep(-0.06, 0.0, p.y - line));
    float ripple = sin((p.y - line) * 150.0 + 9.0 * noise(vec2(x * 5.0, p.y * 7.0 + k)));
    sand *= 1.0 + 0.022 * ripple * k * 0.5;
    sand = mix(sand, ink[0] * 0.75, smoothstep(0.0, -0.45, p.y - line) * 0.6);
    c = mix(c, sand, edge(p.y, line));
  }
  return c;
}`,
  halo: `
vec3 paint(vec2 uv, vec2 p) {
  vec2 heart = vec2(0.46 * sin(seed * 1.7), -0.62);
  vec2 v = p - heart;
  float d = length(v);
  float a = atan(v.x, v.y);
  vec3 c = mix(ink[1], ink[0], smoothstep(0.1, 1.15, d));
  float beam = 0.5 + 0.5 * sin(a * 14.0 + time * 0.06 + seed);
  beam = smoothstep(0.15, 0.95, beam) * (0.6 + 0.4 * noise(vec2(a * 4.0 + seed, time * 0.05)));
  c = mix(c, ink[2], beam * smoothstep(1.2, 0.15, d) * 0.55);
  for (int i = 0; i < 4; i++) {
    float k = float(i);
    float r = 0.34 + 0.2 * k + 0.012 * sin(time * 0.25 + k * 1.2);
    float ring = abs(d - r);
    c += ink[3] * exp(-ring * 55.0) * (0.34 - 0.06 * k);
    c += ink[2] * smoothstep(0.06, 0.0, r - d) * step(d, r) * 0.14;
  }
  c += ink[4] * exp(-d * 3.3) * 0.9 + ink[3] * exp(-d * 1.7) * 0.42;
  return c;
}`,
  meadow: `
vec3 paint(vec2 uv, vec2 p) {
  vec2 sun = vec2(0.9 * (fract(seed * 0.59) - 0.5), 0.33);
  float d = length(p - sun);
  vec3 c = mix(ink[3], ink[2], smoothstep(-0.15, 0.5, p.y));
  c += ink[4] * exp(-d * 3.2) * 0.5;
  float puff = fbm(vec2(p.x * 1.8 + time * 0.018 + seed, p.y * 3.8 + seed));
  c = mix(c, ink[4], smoothstep(0.48, 0.78, puff) * smoothstep(-0.1, 0.2, p.y) * 0.72);
  for (int i = 0; i < 4; i++) {
    float k = float(i);
    float x = p.x * (1.1 - 0.1 * k) + seed * 1.9 + k * 3.3;
    float line = 0.0 - 0.12 * k + 0.075 * sin(x * (1.7 + 0.2 * k)) + 0.03 * sin(x * 4.1 + k);
    float under = line - p.y;
    vec3 grass = mix(mix(ink[1], ink[3], 0.5 - 0.17 * k), ink[0], clamp(under * (1.2 + k), 0.0, 0.85));
    float wind = noise(vec2(x * 3.0 - time * 0.22, under * 12.0 + k * 5.0));
    grass += ink[4] * 0.13 * wind * exp(-under * 5.0);
    c = mix(c, grass, edge(p.y, line));
  }
  return c;
}`,
};

/** Returns the fragment shader of a motif. */
export function fragmentShader(motif: Motif): string {
  return HEADER + PAINT[motif] + FOOTER;
}

export const VERTEX_SHADER = `#version 300 es
in vec2 corner;
void main() { gl_Position = vec4(corner, 0.0, 1.0); }
`;
