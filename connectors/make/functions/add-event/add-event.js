/** The data of a delivery, with the kind of event and its time. */
function addEvent(body) {
  return Object.assign({ event: body.type, timestamp: body.timestamp }, body.data);
}
