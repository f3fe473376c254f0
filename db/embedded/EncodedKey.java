import de.bwaldvogel.mongo.backend.Missing;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.bson.ObjectId;
import de.bwaldvogel.mongo.wire.bson.BsonEncoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;

/** Values as bytes that compare without sign as MongoDB orders the values; each begins with a byte for its type. */
final class EncodedKey {
  private static final int NULL = 1;
  private static final int NUMBER = 2;
  private static final int STRING = 3;
  private static final int OBJECT_ID = 4;
  private static final int BOOLEAN = 5;
  private static final int DATE = 6;
  private static final int OTHER = 7;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(64);

  byte[] toBytes() {
    return bytes.toByteArray();
  }

  /**
   * Appends a value in the order of its type. False, with the value appended by its BSON, for an array and for every type
   * whose order is not simple: equal values have equal bytes then, and nothing more.
   */
  boolean append(Object value) {
    if (Missing.isNullOrMissing(value)) {
      bytes.write(NULL);
    } else if (value instanceof Number && isPlain((Number) value)) {
      long bits = Double.doubleToLongBits(((Number) value).doubleValue() + 0.0); // -0.0 becomes 0.0
      append(NUMBER, bits < 0 ? ~bits : bits ^ Long.MIN_VALUE);
    } else if (value instanceof String) {
      appendString((String) value);
    } else if (value instanceof ObjectId) {
      bytes.write(OBJECT_ID);
      bytes.writeBytes(((ObjectId) value).toByteArray());
    } else if (value instanceof Boolean) {
      bytes.write(BOOLEAN);
      bytes.write(((Boolean) value) ? 1 : 0);
    } else if (value instanceof Instant) {
      append(DATE, ((Instant) value).toEpochMilli() ^ Long.MIN_VALUE);
    } else {
      bytes.write(OTHER);
      bytes.writeBytes(bson(new Document("", value)));
      return false;
    }
    return true;
  }

  /** One value alone; null when it has no simple order. */
  static byte[] ofOrdered(Object value) {
    EncodedKey key = new EncodedKey();
    return key.append(value) ? key.toBytes() : null;
  }

  /** A number that a double holds exactly, and that the library compares with others as a double. */
  private static boolean isPlain(Number value) {
    double number = value.doubleValue();
    boolean whole = number == Math.rint(number);
    if (value instanceof Long) {
      return ((Long) value).longValue() == (long) number && Math.abs(number) < 0x1p62;
    }
    return value instanceof Integer || (value instanceof Double && Math.abs(number) < (whole ? 0x1p62 : 0x1p31));
  }

  private void append(int type, long bits) {
    bytes.write(type);
    bytes.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(bits).array());
  }

  /** By UTF-16 units, as the library compares: a unit takes one to three bytes, 0 ends the string, and 1 announces 0 and 1. */
  private void appendString(String value) {
    bytes.write(STRING);
    for (int i = 0; i < value.length(); i++) {
      char unit = value.charAt(i);
      if (unit < 2) {
        bytes.write(1);
        bytes.write(1 + unit);
      } else if (unit < 0x80) {
        bytes.write(unit);
      } else if (unit < 0x800) {
        bytes.write(0xC0 | unit >> 6);
        bytes.write(0x80 | unit & 0x3F);
      } else {
        bytes.write(0xE0 | unit >> 12);
        bytes.write(0x80 | unit >> 6 & 0x3F);
        bytes.write(0x80 | unit & 0x3F);
      }
    }
    bytes.write(0);
  }

  static byte[] bson(Document document) {
    ByteBuf buffer = Unpooled.buffer(512);
    BsonEncoder.encodeDocument(document, buffer);
    return Arrays.copyOf(buffer.array(), buffer.writerIndex());
  }

  /** The first bytes that are greater than all that begin with these; the bytes must not all be 0xFF. */
  static byte[] after(byte[] prefix) {
    int end = prefix.length;
    while (prefix[end - 1] == (byte) 0xFF) {
      end--;
    }
    byte[] next = Arrays.copyOf(prefix, end);
    next[end - 1]++;
    return next;
  }

  /** How keys lie in a map of the store. */
  static final class Type extends BasicDataType<byte[]> {
    @Override
    public int compare(byte[] a, byte[] b) {
      return Arrays.compareUnsigned(a, b);
    }

    @Override
    public int getMemory(byte[] key) {
      return 16 + key.length;
    }

    @Override
    public void write(WriteBuffer buffer, byte[] key) {
      buffer.putVarInt(key.length).put(key);
    }

    @Override
    public byte[] read(ByteBuffer buffer) {
      byte[] key = new byte[DataUtils.readVarInt(buffer)];
      buffer.get(key);
      return key;
    }

    @Override
    public byte[][] createStorage(int size) {
      return new byte[size][];
    }
  }
}
