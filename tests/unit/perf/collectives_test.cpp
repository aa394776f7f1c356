#include "perf/collectives.hpp"
#include "support/catch.hpp"

using namespace gpuplan::perf;

namespace {

LinkRates rates(double domain, double fast, double network) {
  LinkRates r;
  r.domain = domain;
  r.fast = fast;
  r.network = network;
  return r;
}

} // namespace

TEST_CASE("a ring all-reduce sends 2 (n - 1) / n of the payload", "[perf][collectives]") {
  CHECK(2 * ring_share(2) == 1.0);
  CHECK(2 * ring_share(8) == 1.75);
  CHECK(2 * ring_share(1) == 0.0);
}

TEST_CASE("the pipeline bubble is (p - 1) / (v M)", "[perf][collectives]") {
  CHECK(pipeline_bubble(1, 1, 8) == 0);
  CHECK(pipeline_bubble(8, 1, 64) == Approx(7.0 / 64));
  CHECK(pipeline_bubble(8, 4, 64) == Approx(7.0 / 256));
}

TEST_CASE("a group fills its domains, tensor ranks first", "[perf][collectives]") {
  const auto whole = group_shape(16, 1, 8);
  CHECK(whole.within == 8);
  CHECK(whole.domains == 2);
  const auto beside_tensor = group_shape(16, 8, 8); // one member a domain
  CHECK(beside_tensor.within == 1);
  CHECK(beside_tensor.domains == 16);
  const auto wider = group_shape(4, 16, 8); // tensor ranks that leave the domain
  CHECK(wider.within == 1);
  CHECK(wider.domains == 4);
  const auto small = group_shape(2, 1, 8);
  CHECK(small.within == 2);
  CHECK(small.domains == 1);
}

TEST_CASE("a ring pass crosses domains at the network share of all members",
          "[perf][collectives]") {
  // 16 devices on two boards: 7/8 of 100 GB at 50 GB/s, then 1/2 of it at 8 × 10 GB/s.
  const double time = ring_pass(100e9, group_shape(16, 1, 8), rates(8, 50e9, 10e9));
  CHECK(time == Approx(100.0 * 7 / 8 / 50 + 100.0 / 2 / 80));
}

TEST_CASE("a ring pass within a domain needs no network", "[perf][collectives]") {
  auto links = rates(8, 50e9, 0);
  links.network = gpuplan::core::Unknown{"network_gbps"};
  CHECK(ring_pass(100e9, group_shape(8, 1, 8), links) == Approx(100.0 * 7 / 8 / 50));
  CHECK(ring_pass(100e9, group_shape(1, 1, 8), links) == 0);
}
