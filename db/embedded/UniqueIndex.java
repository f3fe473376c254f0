import de.bwaldvogel.mongo.backend.AbstractUniqueIndex;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.KeyValue;
import de.bwaldvogel.mongo.backend.Missing;
import de.bwaldvogel.mongo.bson.BsonRegularExpression;
import de.bwaldvogel.mongo.bson.Document;
import java.util.List;
import java.util.Map.Entry;
import org.h2.mvstore.MVMap;

/** The library's unique index on keys that compare as bytes; its own serializes two Java objects for every comparison. */
final class UniqueIndex extends AbstractUniqueIndex<Object> {
  private final MVMap<byte[], Object> map;

  UniqueIndex(MVMap<byte[], Object> map, String name, List<IndexKey> keys, boolean sparse) {
    super(name, keys, sparse);
    this.map = map;
  }

  private static byte[] encode(KeyValue values) {
    EncodedKey key = new EncodedKey();
    values.forEach(key::append);
    return key.toBytes();
  }

  @Override
  protected Object removeDocument(KeyValue key) {
    return map.remove(encode(key));
  }

  @Override
  protected boolean putKeyPosition(KeyValue key, Object position) {
    return map.putIfAbsent(encode(key), Missing.ofNullable(position)) == null;
  }

  @Override
  protected Object getPosition(KeyValue key) {
    return map.get(encode(key));
  }

  /** Not for regular expressions, which would need the keys as values. */
  @Override
  public synchronized boolean canHandle(Document query) {
    return query.values().stream().noneMatch(BsonRegularExpression::isRegularExpression) && super.canHandle(query);
  }

  @Override
  protected Iterable<Entry<KeyValue, Object>> getIterable() {
    throw new UnsupportedOperationException("keys are not read back");
  }

  @Override
  public long getCount() {
    return map.sizeAsLong();
  }

  @Override
  public long getDataSize() {
    return getCount();
  }
}
