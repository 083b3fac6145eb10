/// Returns the address of directions to a position, in the map program of this system. Where no program opens geo addresses, the map of a web site
/// has it.
export function directionsTo([latitude, longitude], name = "") {
  const system = navigator.userAgentData?.platform ?? navigator.userAgent;
  const point = `${latitude},${longitude}`;
  if (/android/i.test(system)) return `geo:${point}?q=${point}(${encodeURIComponent(name)})`;
  if (/mac|iphone|ipad|ios/i.test(system)) return `https://maps.apple.com/?daddr=${point}`;
  return `https://www.openstreetmap.org/directions?to=${encodeURIComponent(point)}`;
}
