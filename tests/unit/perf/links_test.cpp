#include "perf/links.hpp"
#include "support/catch.hpp"
#include "unit/perf/fixture.hpp"

using namespace gpuplan;
using catalog::LinkKind;
using perf::link_rates;

namespace {

/// Everything at its nominal rate, so that expected values are those of the data sheets.
perf::LinkCoefficients nominal() {
  return {.pcie3_x16 = 16e9};
}

} // namespace

TEST_CASE("a device link sends half its bidirectional rate one way", "[perf][links]") {
  auto coefficients = nominal();
  coefficients.fast = 0.5;
  const auto rates = link_rates(test::round_chip(), test::round_shape(), coefficients);
  CHECK(rates.device_links);
  CHECK(rates.domain == 8);
  CHECK(*rates.fast == 225e9); // 900 / 2 × 0.5
}

TEST_CASE("every device has its share of the host's network", "[perf][links]") {
  const auto rates = link_rates(test::round_chip(), test::round_shape(), nominal());
  CHECK(*rates.network == 50e9); // 400 GB/s over 8
}

TEST_CASE("without device links PCIe carries the domain, which is the host", "[perf][links]") {
  struct Case {
    int generation;
    double one_way;
  };

  const auto c = GENERATE(Case{3, 16e9}, Case{4, 32e9}, Case{5, 64e9});
  auto chip = test::round_chip();
  chip.pcie_generation = c.generation;
  auto shape = test::round_shape();
  shape.links = GENERATE(LinkKind::none, LinkKind::nvlink_bridge);
  shape.link_domain_devices = 2;
  const auto rates = link_rates(chip, shape, nominal());
  CHECK_FALSE(rates.device_links);
  CHECK(rates.domain == 8);
  CHECK(*rates.fast == c.one_way);
}

TEST_CASE("consumer cards go through the host on top", "[perf][links]") {
  auto chip = test::round_chip();
  chip.device_class = "consumer";
  auto shape = test::round_shape();
  shape.links = LinkKind::none;
  auto coefficients = nominal();
  coefficients.pcie_consumer = 0.5;
  CHECK(*link_rates(chip, shape, coefficients).fast == 32e9);
}

TEST_CASE("eight lanes carry half", "[perf][links]") {
  auto chip = test::round_chip();
  chip.pcie_lanes = 8;
  CHECK(*link_rates(chip, test::round_shape(), nominal()).host == 32e9);
}

TEST_CASE("a rack reaches over instances, a board never does", "[perf][links]") {
  auto tray = test::round_shape();
  tray.devices = {4, 1};
  tray.link_domain_devices = 72;
  CHECK(link_rates(test::round_chip(), tray, nominal()).domain == 72);
  tray.link_domain_devices = 8; // half a board
  CHECK(link_rates(test::round_chip(), tray, nominal()).domain == 4);
}

TEST_CASE("the domain of a TPU slice is the slice", "[perf][links]") {
  auto slice = test::round_shape();
  slice.links = LinkKind::ici;
  slice.devices = {64, 1};
  slice.hosts = 16;
  slice.link_domain_devices = 4096;
  const auto rates = link_rates(test::round_chip(), slice, nominal());
  CHECK(rates.domain == 64);
  CHECK(*rates.network == 100e9); // 400 GB/s over 4 chips a host
}

TEST_CASE("an unknown rate is unknown and names its fact", "[perf][links]") {
  auto chip = test::round_chip();
  auto shape = test::round_shape();
  shape.network = {};
  shape.link_bidirectional = {};
  chip.pcie_generation = {};
  const auto rates = link_rates(chip, shape, nominal());
  CHECK_FALSE(rates.network);
  CHECK(rates.network.why_unknown().find("network_gbps") != std::string_view::npos);
  CHECK_FALSE(rates.fast);
  CHECK_FALSE(rates.host);
  chip.link.bidirectional = core::gb_per_s(600); // the chip's own where the shape states none
  CHECK(*link_rates(chip, shape, nominal()).fast == 300e9);
}
