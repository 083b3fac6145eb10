-- For wrk: prints the result as JSON; with the argument "near", each request asks for the open places near another position.
local threads = 0

function setup(thread)
  threads = threads + 1
  thread:set("seed", threads)
end

function init(arguments)
  if arguments[1] ~= "near" then return end
  math.randomseed(20261121 + seed)
  request = function()
    local latitude, longitude = 30 + 25 * math.random(), -120 + 130 * math.random()
    return wrk.format("GET", string.format("/api/v1/entries?open=now&near=%.5f,%.5f&limit=20", latitude, longitude))
  end
end

function done(summary, latency)
  local failed = summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout + summary.errors.status
  io.write(string.format(
    '\n{"perSecond": %.1f, "p50": %.3f, "p99": %.3f, "failed": %d}\n', summary.requests * 1e6 / summary.duration, latency:percentile(50) / 1000,
    latency:percentile(99) / 1000, failed))
end
