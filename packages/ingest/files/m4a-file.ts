import {
  EncodedAudioPacketSource,
  EncodedPacketSink,
  FilePathSource,
  FilePathTarget,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from "mediabunny";

/**
 * Copies the sound of a fragmented file into an `.m4a` with its index in front, for downloads and podcasts. Memory does
 * not grow with the length.
 *
 * @param source path of a fragmented MP4 with sound.
 * @param target path of the file to write; an incomplete one is left behind on an error.
 * @throws Error when the source has no AAC, or a disk fails.
 */
export async function writeM4a(source: string, target: string): Promise<void> {
  using input = new Input({ source: new FilePathSource(source), formats: [MP4] });
  const track = await input.getPrimaryAudioTrack();
  const decoderConfig = await track?.getDecoderConfig();
  if (!track || !decoderConfig || !decoderConfig.codec.startsWith("mp4a.40.")) {
    throw new Error("The recording has no AAC sound");
  }
  const sink = new EncodedPacketSink(track);
  // The reserved space fits when the packets are counted first; reading only their headers is quick.
  let count = 0;
  for await (const _ of sink.packets(undefined, undefined, { metadataOnly: true })) count++;
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: "reserve" }),
    target: new FilePathTarget(target),
  });
  const packets = new EncodedAudioPacketSource("aac");
  output.addAudioTrack(packets, { maximumPacketCount: count });
  try {
    await output.start();
    for await (const packet of sink.packets()) await packets.add(packet, { decoderConfig });
    packets.close();
    await output.finalize();
  } catch (error) {
    await output.cancel();
    throw error;
  }
}
