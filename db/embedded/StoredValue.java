import de.bwaldvogel.mongo.bson.BinData;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.bson.BsonDecoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;
import org.h2.mvstore.type.ObjectDataType;

/**
 * How documents and their ids lie in the store: documents as BSON and ASCII strings as their bytes, which is many times faster than the
 * store's own way, by serialized Java objects and single characters. What lies there in its own way is still read.
 */
final class StoredValue extends BasicDataType<Object> {
  /** No value that {@link ObjectDataType} writes begins with these. */
  private static final byte ASCII = 126;

  private static final byte BSON = 127;

  private final ObjectDataType others = new ObjectDataType();

  @Override
  public int compare(Object a, Object b) {
    return a instanceof String && b instanceof String ? ((String) a).compareTo((String) b) : others.compare(a, b);
  }

  @Override
  public void write(WriteBuffer buffer, Object value) {
    if (value instanceof Document) {
      buffer.put(BSON).put(EncodedKey.bson((Document) value));
      return;
    }
    byte[] text = value instanceof String ? ((String) value).getBytes(StandardCharsets.UTF_8) : null;
    if (text != null && text.length == ((String) value).length()) {
      buffer.put(ASCII).putVarInt(text.length).put(text);
    } else {
      others.write(buffer, value);
    }
  }

  @Override
  public Object read(ByteBuffer buffer) {
    byte kind = buffer.get(buffer.position());
    if (kind == BSON) {
      buffer.get();
      ByteBuf bson = Unpooled.wrappedBuffer(buffer);
      Document document = BsonDecoder.decodeBson(bson);
      buffer.position(buffer.position() + bson.readerIndex());
      return document;
    }
    if (kind == ASCII) {
      buffer.get();
      byte[] bytes = new byte[DataUtils.readVarInt(buffer)];
      buffer.get(bytes);
      return new String(bytes, StandardCharsets.US_ASCII);
    }
    return others.read(buffer);
  }

  /** About as many bytes as are written, by which pages are split. */
  @Override
  public int getMemory(Object value) {
    int size = 8;
    if (value instanceof String) {
      size += ((String) value).length();
    } else if (value instanceof Map) {
      for (Map.Entry<?, ?> field : ((Map<?, ?>) value).entrySet()) {
        size += 2 + ((String) field.getKey()).length() + getMemory(field.getValue());
      }
    } else if (value instanceof Collection) {
      for (Object element : (Collection<?>) value) {
        size += 3 + getMemory(element);
      }
    } else if (value instanceof BinData) {
      size += ((BinData) value).getData().length;
    }
    return size;
  }

  @Override
  public Object[] createStorage(int size) {
    return new Object[size];
  }
}
