#include "support/tiny_catalog.hpp"

using namespace gpuplan;
using catalog::LinkKind;
using test::the_instance;
using test::tiny_catalog;

namespace {

catalog::Shape shape_of(std::string_view provider, std::string_view type) {
  return tiny_catalog().shape(the_instance(tiny_catalog(), provider, type).shape);
}

} // namespace

TEST_CASE("sizes that memory and time cannot tell apart share a shape", "[catalog][shapes]") {
  // 19 sizes: f5.1, f5.1.large and dragon's ecs.f5 are one shape, the three k2 with a known fabric
  // are another.
  CHECK(tiny_catalog().shape_count() == 15);
  CHECK(shape_of("nimbus", "f5.1").id == shape_of("nimbus", "f5.1.large").id);
  CHECK(shape_of("nimbus", "f5.1").id == shape_of("dragon", "ecs.f5").id);
  CHECK(shape_of("nimbus", "k2.8").id == shape_of("harbor", "k2.8").id);
  CHECK(shape_of("harbor", "k2.8").id != shape_of("harbor", "k2.8-pool").id);
  CHECK(shape_of("nimbus", "c9.16").id != shape_of("nimbus", "c9a.16").id);
}

TEST_CASE("the network is the fabric where there is one, else Ethernet", "[catalog][shapes]") {
  CHECK(shape_of("nimbus", "k1.8x80").network->count() == Approx(1600e9 / 8));
  CHECK(shape_of("nimbus", "f5.4").network->count() == Approx(40e9 / 8));
}

TEST_CASE("a fabric of unknown rate is unknown, not as slow as the Ethernet beside it",
          "[catalog][shapes]") {
  const auto shape = shape_of("harbor", "k1-80.8");
  CHECK_FALSE(shape.network.known());
  CHECK_THAT(std::string{shape.network.why_unknown()}, ContainsSubstring("infiniband"));
  CHECK(shape_of("harbor", "k1-80.1").network.why_unknown() ==
        "the provider states no network rate");
}

TEST_CASE("links reach over as many devices as are wired", "[catalog][shapes]") {
  const auto board = shape_of("nimbus", "k1.8x40");
  CHECK(board.links == LinkKind::nvlink);
  CHECK(board.link_domain_devices == 8);
  CHECK(board.link_bidirectional->count() == Approx(600e9));

  const auto alone = shape_of("harbor", "k1-80.1");
  CHECK(alone.links == LinkKind::none);
  CHECK(alone.link_domain_devices == 1);
  CHECK_FALSE(alone.link_bidirectional.known());

  const auto bridged = shape_of("harbor", "k1-pcie.2");
  CHECK(bridged.links == LinkKind::nvlink_bridge);
  CHECK(bridged.link_domain_devices == 2);

  const auto bus = shape_of("nimbus", "f5.4");
  CHECK(bus.links == LinkKind::none);
  CHECK(bus.link_domain_devices == 1);
}

TEST_CASE("a slice over several hosts is one shape with its hosts", "[catalog][shapes][A06]") {
  const auto slice = shape_of("nimbus", "t1-16");
  CHECK(slice.devices.value() == Approx(8));
  CHECK(slice.hosts == 2);
  CHECK(slice.links == LinkKind::ici);
  CHECK(slice.link_domain_devices == 8);
}

TEST_CASE("only a host without devices is told apart by its cores and memory",
          "[catalog][shapes]") {
  const auto host = shape_of("nimbus", "c9.16");
  CHECK_FALSE(host.accelerator.has_value());
  CHECK(*host.vcpus == Approx(16));
  CHECK(core::to_gib(*host.host_memory) == Approx(64));
  CHECK_FALSE(shape_of("nimbus", "f5.1").vcpus.known());
}

TEST_CASE("offers lie by shape, option and price, and those without a price come last",
          "[catalog][shapes]") {
  const auto& catalog = tiny_catalog();
  std::uint32_t next = 0;
  for (std::uint32_t i = 0; i < catalog.shape_count(); ++i) {
    const auto [first, last] = catalog.offers_of({i});
    CHECK(first == next);
    next = last;
    for (auto id = first; id < last; ++id) {
      const auto offer = catalog.offer({id});
      CHECK(offer.shape.index == i);
      if (id == first)
        continue;
      const auto before = catalog.offer({id - 1});
      CHECK(before.option <= offer.option);
      if (before.option == offer.option && before.hourly.known() && offer.hourly.known() &&
          before.currency == offer.currency)
        CHECK(before.hourly->nanos() <= offer.hourly->nanos());
      if (before.option == offer.option && !before.hourly.known())
        CHECK_FALSE(offer.hourly.known());
    }
  }
  CHECK(next == catalog.offer_count());
}
