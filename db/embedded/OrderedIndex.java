import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.Utils;
import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;

/**
 * A secondary index: encoded values and id of every document, in order, to its position. It only proposes documents; whoever
 * asks still matches them. While one document has an array or a value without simple order in an indexed field, the index
 * proposes nothing and the collection is scanned.
 */
final class OrderedIndex extends Index<Object> {
  /** Begins the keys of documents without simple order, after all others. */
  private static final byte[] UNORDERED = {(byte) 0xFF};

  /** A query with more combinations of values uses the index for its first fields only. */
  private static final int MOST_RANGES = 10_000;

  private final MVMap<byte[], Object> map;

  OrderedIndex(MVMap<byte[], Object> map, String name, List<IndexKey> keys) {
    super(name, keys, true);
    this.map = map;
  }

  /** Keys from first to what begins with last. */
  private record Range(byte[] first, byte[] last) {}

  /**
   * How to find what a query may match.
   * @param equalities fields that the query fixes
   * @param narrows whether the query bounds one more
   * @param sorted whether the positions come in the wanted order
   */
  record Plan(OrderedIndex index, List<Range> ranges, int equalities, boolean narrows, boolean sorted, boolean backwards) {
    /** Fixed fields first, then the wanted order, then one more bound. */
    int rank() {
      return 4 * equalities + (sorted ? (equalities > 0 ? 5 : 1) : 0) + (narrows ? 2 : 0);
    }

    Stream<Object> positions() {
      return ranges.stream().flatMap(range -> index.positions(range, backwards));
    }
  }

  /** Null when this index is of no use for the query. */
  Plan plan(Document query, Document orderBy, boolean limited) {
    if (map.ceilingKey(UNORDERED) != null) {
      return null;
    }
    List<Range> ranges = List.of(new Range(new byte[0], new byte[0]));
    int fixed = 0;
    boolean narrows = false;
    for (IndexKey key : getKeys()) {
      Bounds bounds = Bounds.of(query, key.getKey());
      if (bounds == null || (bounds.points() != null && ranges.size() * bounds.points().size() > MOST_RANGES)) {
        break;
      }
      ranges = narrowed(ranges, bounds, key.isAscending());
      if (bounds.points() == null) {
        narrows = true;
        break;
      }
      fixed++;
    }
    int direction = ranges.size() <= 1 && orderBy != null ? direction(query, orderBy) : 0;
    boolean sorted = direction != 0;
    boolean useful = fixed > 0 || narrows || (sorted && limited);
    return useful ? new Plan(this, ranges, fixed, narrows, sorted, direction < 0) : null;
  }

  private static List<Range> narrowed(List<Range> ranges, Bounds bounds, boolean ascending) {
    List<Range> narrowed = new ArrayList<>();
    for (Range range : ranges) {
      if (bounds.points() == null) {
        byte[] from = ascending ? bounds.low() : inverted(bounds.high());
        byte[] to = ascending ? bounds.high() : inverted(bounds.low());
        narrowed.add(new Range(joined(range.first, from), joined(range.last, to)));
      } else {
        for (byte[] point : bounds.points()) {
          byte[] key = joined(range.first, ascending ? point : inverted(point));
          narrowed.add(new Range(key, key));
        }
      }
    }
    return narrowed;
  }

  /** 1 or -1 when the index, read forwards or backwards, has the wanted order; else 0. */
  private int direction(Document query, Document orderBy) {
    List<IndexKey> order = new ArrayList<>(getKeys());
    order.add(new IndexKey("_id", true));
    int direction = 0;
    int next = 0;
    for (Map.Entry<String, Object> wanted : orderBy.entrySet()) {
      if (isFixed(query, wanted.getKey())) {
        continue;
      }
      while (next < order.size() && !order.get(next).getKey().equals(wanted.getKey()) && isFixed(query, order.get(next).getKey())) {
        next++;
      }
      if (next == order.size() || !order.get(next).getKey().equals(wanted.getKey())) {
        return 0;
      }
      boolean ascending = ((Number) wanted.getValue()).intValue() > 0;
      int step = ascending == order.get(next).isAscending() ? 1 : -1;
      if (direction != 0 && step != direction) {
        return 0;
      }
      direction = step;
      next++;
    }
    return direction == 0 ? 1 : direction;
  }

  /** True for a field of this index that has one value in everything the query matches. */
  private boolean isFixed(Document query, String field) {
    Bounds bounds = getKeys().stream().anyMatch(key -> key.getKey().equals(field)) ? Bounds.of(query, field) : null;
    return bounds != null && bounds.points() != null && bounds.points().size() <= 1;
  }

  private Stream<Object> positions(Range range, boolean backwards) {
    byte[] end = range.last.length == 0 ? UNORDERED : EncodedKey.after(range.last);
    Cursor<byte[], Object> cursor = backwards ? map.cursor(end, range.first, true) : map.cursor(range.first, end, false);
    Iterator<Object> positions =
        new Iterator<>() {
          @Override
          public boolean hasNext() {
            return cursor.hasNext();
          }

          @Override
          public Object next() {
            cursor.next();
            return cursor.getValue();
          }
        };
    Iterable<Object> iterable = () -> positions;
    return StreamSupport.stream(iterable.spliterator(), false);
  }

  private static byte[] joined(byte[] a, byte[] b) {
    byte[] both = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, both, a.length, b.length);
    return both;
  }

  private static byte[] inverted(byte[] bytes) {
    byte[] inverted = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      inverted[i] = (byte) ~bytes[i];
    }
    return inverted;
  }

  private byte[] keyOf(Document document) {
    byte[] key = new byte[0];
    for (IndexKey indexKey : getKeys()) {
      byte[] value = EncodedKey.ofOrdered(Utils.getSubdocumentValueCollectionAware(document, indexKey.getKey()));
      if (value == null) {
        return unorderedKey(document);
      }
      key = joined(key, indexKey.isAscending() ? value : inverted(value));
    }
    byte[] id = EncodedKey.ofOrdered(document.get("_id"));
    return id == null ? unorderedKey(document) : joined(key, id);
  }

  private static byte[] unorderedKey(Document document) {
    EncodedKey id = new EncodedKey();
    id.append(document.get("_id"));
    return joined(UNORDERED, id.toBytes());
  }

  /** Forgets everything, so that the collection fills it again. */
  void clear() {
    map.clear();
  }

  @Override
  public void add(Document document, Object position, MongoCollection<Object> collection) {
    map.put(keyOf(document), position);
  }

  @Override
  public Object remove(Document document) {
    return map.remove(keyOf(document));
  }

  @Override
  public void updateInPlace(Document before, Document after, Object position, MongoCollection<Object> collection) {
    byte[] oldKey = keyOf(before);
    byte[] newKey = keyOf(after);
    if (!Arrays.equals(oldKey, newKey)) {
      map.remove(oldKey);
      map.put(newKey, position);
    }
  }

  @Override
  public void checkAdd(Document document, MongoCollection<Object> collection) {}

  @Override
  public void checkUpdate(Document before, Document after, MongoCollection<Object> collection) {}

  /** The index of ids answers this. */
  @Override
  public Object getPosition(Document document) {
    return null;
  }

  /** The collection asks for a plan instead, which knows the wanted order too. */
  @Override
  public boolean canHandle(Document query) {
    return false;
  }

  @Override
  public Iterable<Object> getPositions(Document query) {
    throw new UnsupportedOperationException();
  }

  @Override
  public long getCount() {
    return map.sizeAsLong();
  }

  @Override
  public long getDataSize() {
    return getCount();
  }

  @Override
  public void drop() {}
}
