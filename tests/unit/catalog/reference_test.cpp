#include "support/tiny_catalog.hpp"

using namespace gpuplan;
using catalog::HardwareSelection;
using catalog::OfferSelection;
using catalog::ReferenceError;
using catalog::select_offers;
using test::tiny_catalog;

namespace {

/// The names of the selected offers, or `error: headline | help @begin+length`.
std::vector<std::string> selected(std::string_view reference) {
  const auto selection = select_offers(tiny_catalog(), reference);
  if (const auto* error = std::get_if<ReferenceError>(&selection))
    return {"error: " + error->headline + " | " + error->help + " @" +
            std::to_string(error->begin) + "+" + std::to_string(error->length)};
  std::vector<std::string> names;
  if (const auto* offers = std::get_if<OfferSelection>(&selection)) {
    for (const auto id : offers->offers)
      names.push_back(tiny_catalog().offer_name(tiny_catalog().offer(id)));
  }
  return names;
}

using Names = std::vector<std::string>;

} // namespace

TEST_CASE("every offer is selected by the name it prints", "[catalog][reference]") {
  for (std::uint32_t i = 0; i < tiny_catalog().offer_count(); ++i) {
    const auto name = tiny_catalog().offer_name(tiny_catalog().offer({i}));
    CAPTURE(name);
    CHECK(selected(name) == Names{name});
  }
}

TEST_CASE("an offer prints its zone and terms where it has them", "[catalog][reference]") {
  CHECK(selected("nimbus/f5.1@east-1/east-1a#spot") == Names{"nimbus/f5.1@east-1/east-1a#spot"});
  CHECK(selected("nimbus/k2.8@east-1#capacity-block-all") ==
        Names{"nimbus/k2.8@east-1#capacity-block-all"});
  CHECK(selected("harbor/k1-80.8#reserved-unstated") ==
        Names{"harbor/k1-80.8@eu-1#reserved-unstated"});
}

TEST_CASE("a shorter form selects all that match", "[catalog][reference]") {
  CHECK(selected("nimbus/f5.1#spot") ==
        Names{"nimbus/f5.1@east-1/east-1b#spot", "nimbus/f5.1@east-1/east-1a#spot"});
  CHECK(selected("nimbus/f5.1@east-1/east-1b") == Names{"nimbus/f5.1@east-1/east-1b#spot"});
  CHECK(selected("NIMBUS/F5.1@EAST-1#Spot").size() == 2);
  CHECK(selected("harbor/k1-80.8").size() == 2);
  CHECK(selected("k1-80.1") == Names{"harbor/k1-80.1@eu-1"});
  CHECK(selected("nimbus/k1.*@west-2#on-demand") == Names{"nimbus/k1.8x80@west-2"});
  CHECK(selected("nimbus/k1.8x80@*#spot") == Names{"nimbus/k1.8x80@west-2#spot"});
  CHECK(selected("k2.8#spot") == Names{"nimbus/k2.8@east-1#spot", "harbor/k2.8@eu-1#spot"});
}

TEST_CASE("a full name is that offer alone, though it begins others", "[catalog][reference]") {
  CHECK(selected("nimbus/k1.8x40@east-1") == Names{"nimbus/k1.8x40@east-1"});
}

TEST_CASE("reserved stands for every commitment where none has that very name",
          "[catalog][reference]") {
  CHECK(selected("nimbus/k1.8x40#reserved-1y").size() == 3);
  CHECK(selected("nimbus/k1.8x40#reserved-1y-none") ==
        Names{"nimbus/k1.8x40@east-1#reserved-1y-none"});
  CHECK(selected("nimbus/k1.8x40#savings-plan") ==
        Names{"nimbus/k1.8x40@east-1#savings-plan-1y-none"});
}

TEST_CASE("a count of nodes may follow", "[catalog][reference]") {
  const auto selection = select_offers(tiny_catalog(), "nimbus/k1.8x40@east-1 x2");
  REQUIRE(std::holds_alternative<OfferSelection>(selection));
  CHECK(std::get<OfferSelection>(selection).nodes == 2);
  CHECK(std::get<OfferSelection>(selection).offers.size() == 1);
  const auto without = select_offers(tiny_catalog(), "nimbus/k1.8x40@east-1");
  CHECK_FALSE(std::get<OfferSelection>(without).nodes.has_value());
}

TEST_CASE("bare hardware is a chip with counts", "[catalog][reference]") {
  const auto hardware = [](std::string_view text) {
    const auto selection = select_offers(tiny_catalog(), text);
    CAPTURE(text);
    REQUIRE(std::holds_alternative<HardwareSelection>(selection));
    return std::get<HardwareSelection>(selection);
  };
  const auto pair = hardware("k2:8x2");
  CHECK(pair.accelerators.size() == 1);
  CHECK(pair.devices == catalog::DeviceCount{8, 1});
  CHECK(pair.nodes == 2);
  CHECK(hardware("k1:8").accelerators.size() == 3);
  CHECK_FALSE(hardware("k1").devices.has_value());
  CHECK(hardware("k2:8 x4").nodes == 4);
  CHECK(hardware("f5:0.5").devices == catalog::DeviceCount{1, 2});
  CHECK(hardware("f5:1/2").devices == catalog::DeviceCount{1, 2});
  CHECK(hardware("K1 80GB:8").accelerators.size() == 2);
}

TEST_CASE("a share of a device is a whole number of slices", "[catalog][reference][A04]") {
  using catalog::DeviceCount;
  using catalog::parse_device_count;
  CHECK(parse_device_count("0.3333") == DeviceCount{1, 3});
  CHECK(parse_device_count("0.1667") == DeviceCount{1, 6});
  CHECK(parse_device_count("0.125") == DeviceCount{1, 8});
  CHECK(parse_device_count("1/6") == DeviceCount{1, 6});
  for (const auto* bad : {"", "0", "-1", "0.4", "1.5", "8x", "1/0", "a", "1e2", "999999999"}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_device_count(bad).has_value());
  }
}

TEST_CASE("what is wrong with a reference is told at its place", "[catalog][reference]") {
  struct Case {
    const char* reference;
    const char* error;
  };

  const auto [reference, error] = GENERATE(values<Case>({
      {"",
       "error: met an empty reference | write aws/p5.48xlarge@us-east-1, or hardware such as "
       "h100:8x2 @0+1"},
      {"nimbs/f5.1", "error: met the unknown provider nimbs | did you mean nimbus? @0+5"},
      {"nimbus/f5.2", "error: met the unknown instance type f5.2 | did you mean nimbus/f5.1? @7+4"},
      {"nimbus/f5.1@east-2", "error: f5.1 has no price in east-2 | did you mean east-1? @12+6"},
      {"nimbus/k1.8x80@central-1",
       "error: k1.8x80 has no price in central-1 | it has a price in east-1, west-2 @15+9"},
      {"nimbus/f5.1@east-1/east-1z", "error: f5.1 has no price in east-1z |  @19+7"},
      {"nimbus/f5.1#spto",
       "error: met the unknown terms spto | there it is sold as on-demand, spot @12+4"},
      {"nimbus/f5.1#spot-2y",
       "error: met 2y after spot | there it is sold as on-demand, spot @17+2"},
      {"harbor/k2.8#reserved",
       "error: k2.8 has no price on the terms reserved | there it is sold as "
       "on-demand, spot @12+8"},
      {"nimbus/f5.1 x0",
       "error: met x0, expected x and a number of nodes | from x1 to x100000 "
       "@12+2"},
      {"k3:8", "error: met the unknown accelerator k3 |  @0+2"},
      {"k2:8x2 x2", "error: met the number of nodes twice |  @5+1"},
      {"k2:many",
       "error: met many, expected a number of devices | h100:8x2 is eight devices a node "
       "and two nodes; a10:1/2 is half a device @3+4"},
      {"k1-sxm-40g",
       "error: met k1-sxm-40g, which is neither an accelerator nor an instance type | "
       "did you mean k1-sxm-40gb? @0+10"},
      {"harbor/k2.9", "error: met the unknown instance type k2.9 | did you mean harbor/k2.8? @7+4"},
  }));
  CAPTURE(reference);
  CHECK(selected(reference) == Names{error});
}
