import { fragmentShader, VERTEX_SHADER } from "./background-shaders.ts";
import type { Motif } from "./clips.ts";
import type { Palette } from "./palettes.ts";

type Painter = { canvas: HTMLCanvasElement; paint: (timeSeconds: number) => void };

function unit(hex: string, offset: number): number {
  return Number.parseInt(hex.slice(offset, offset + 2), 16) / 255;
}

function compile(gl: WebGL2RenderingContext, kind: number, source: string): WebGLShader {
  const shader = gl.createShader(kind);
  if (!shader) throw new Error("This browser has no WebGL 2.");
  gl.shaderSource(shader, source);
  gl.compileShader(shader);
  if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) {
    throw new Error(gl.getShaderInfoLog(shader) ?? "shader does not compile");
  }
  return shader;
}

/** Prepares one motif at a size in pixels; `paint` draws it at a time in seconds. */
export function createBackground(options: {
  motif: Motif;
  palette: Palette;
  seed: number;
  width: number;
  height: number;
}): Painter {
  const canvas = document.createElement("canvas");
  canvas.width = options.width;
  canvas.height = options.height;
  const gl = canvas.getContext("webgl2", { preserveDrawingBuffer: true });
  if (!gl) throw new Error("This browser has no WebGL 2.");
  const program = gl.createProgram();
  gl.attachShader(program, compile(gl, gl.VERTEX_SHADER, VERTEX_SHADER));
  gl.attachShader(program, compile(gl, gl.FRAGMENT_SHADER, fragmentShader(options.motif)));
  gl.linkProgram(program);
  gl.useProgram(program);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW);
  const corner = gl.getAttribLocation(program, "corner");
  gl.enableVertexAttribArray(corner);
  gl.vertexAttribPointer(corner, 2, gl.FLOAT, false, 0, 0);
  gl.uniform2f(gl.getUniformLocation(program, "size"), options.width, options.height);
  gl.uniform1f(gl.getUniformLocation(program, "seed"), options.seed);
  const inks = options.palette.flatMap((hex) => [unit(hex, 1), unit(hex, 3), unit(hex, 5)]);
  gl.uniform3fv(gl.getUniformLocation(program, "ink"), inks);
  const time = gl.getUniformLocation(program, "time");
  return {
    canvas,
    paint: (timeSeconds) => {
      gl.uniform1f(time, timeSeconds);
      gl.drawArrays(gl.TRIANGLES, 0, 3);
    },
  };
}
