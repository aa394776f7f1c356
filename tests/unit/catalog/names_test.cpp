#include "catalog/lookup/chip_words.hpp"
#include "support/tiny_catalog.hpp"

using namespace gpuplan;
using test::tiny_catalog;

namespace {

std::string chips(const catalog::Catalog& catalog, std::string_view name) {
  std::string names;
  for (const auto id : catalog.find_accelerators(name))
    names.append(names.empty() ? "" : " ").append(catalog.accelerator(id).name);
  return names;
}

} // namespace

TEST_CASE("a chip answers to its id, its aliases and its words", "[catalog][names][A03]") {
  struct Case {
    const char* name;
    const char* chips;
  };

  const auto [name, expected] = GENERATE(values<Case>({
      {"k1-sxm-40gb", "k1-sxm-40gb"},
      {"K1-SXM-40GB", "k1-sxm-40gb"},
      {"acme-k1", "k1-sxm-40gb"},
      // An ambiguous name answers with all its variants, never merged.
      {"k1", "k1-pcie-80gb k1-sxm-40gb k1-sxm-80gb"},
      {"k1-80gb", "k1-pcie-80gb k1-sxm-80gb"},
      {"K1 80 GiB", "k1-pcie-80gb k1-sxm-80gb"},
      {"kestrel pcie", "k1-pcie-80gb"},
      {"k1-40gb", "k1-sxm-40gb"},
      {"f5 24gb", "f5-24gb"},
      {"k1-96gb", ""},
      {"k", ""},
      {"", ""},
  }));
  CAPTURE(name);
  CHECK(chips(tiny_catalog(), name) == expected);
}

TEST_CASE("memory in a name is a size with its unit", "[catalog][names]") {
  CHECK(catalog::memory_in_name("gpu_8x_a100_80gb_sxm4") == 80);
  CHECK(catalog::memory_in_name("gpu-h100x8-640GB") == 640);
  CHECK_FALSE(catalog::memory_in_name("a2-highgpu-1g").has_value());
  CHECK_FALSE(catalog::memory_in_name("1x_H100_24V_200G").has_value());
}

TEST_CASE("providers, regions and sizes are found by name", "[catalog][names]") {
  const auto& catalog = tiny_catalog();
  CHECK(catalog.find_provider("NIMBUS") == catalog.find_provider("Nimbus Cloud"));
  CHECK_FALSE(catalog.find_provider("nimbu").has_value());
  const auto nimbus = *catalog.find_provider("nimbus");
  CHECK(catalog.find_region(nimbus, "East-1").has_value());
  CHECK_FALSE(catalog.find_region(nimbus, "eu-1").has_value());
  CHECK(catalog.find_instances(nimbus, "k1.*").size() == 2);
  CHECK(catalog.find_instances(nimbus, "f5.1").size() == 1);
  CHECK(catalog.find_instances(nimbus, "k1-80.1").empty());
  CHECK(catalog.region_names(nimbus) ==
        std::vector<std::string_view>{"central-1", "east-1", "north-1", "west-2"});
}

TEST_CASE("a region lies in its country, groups and city, and under its provider's globs",
          "[catalog][places]") {
  struct Case {
    const char* provider;
    const char* region;
    const char* place;
    bool inside;
  };

  const auto [provider, region, place, inside] = GENERATE(values<Case>({
      {"nimbus", "central-1", "DE", true},
      {"nimbus", "central-1", "germany", true},
      {"nimbus", "central-1", "eu", true},
      {"nimbus", "central-1", "European Union", true},
      {"nimbus", "central-1", "Frankfurt", true},
      {"nimbus", "central-1", "nimbus/central-*", true},
      {"nimbus", "central-1", "*/central-1", true},
      {"nimbus", "central-1", "harbor/*", false},
      {"nimbus", "central-1", "us", false},
      {"nimbus", "north-1", "eea", true},
      {"nimbus", "north-1", "eu", false},
      {"nimbus", "east-1", "us", true},
      {"nimbus", "east-1", "", false},
      // A region of unknown country lies in no country or group, whatever its own groups say.
      {"harbor", "north-america", "north-america", false},
      {"harbor", "unspecified", "eu", false},
      {"harbor", "unspecified", "harbor/unspecified", true},
      {"dragon", "cn-unspecified", "cn", true},
  }));
  CAPTURE(provider, region, place);
  const auto& catalog = tiny_catalog();
  const auto id = catalog.find_region(*catalog.find_provider(provider), region);
  REQUIRE(id.has_value());
  CHECK(catalog.in_place(*id, place) == inside);
}

TEST_CASE("a word is a place or not", "[catalog][places]") {
  const auto& catalog = tiny_catalog();
  for (const auto* place : {"eu", "EU", "de", "Norway", "oslo", "nimbus/east-1", "FR", "apac"})
    CHECK(catalog.is_place(place));
  for (const auto* word : {"", "atlantis", "east-1", "nimbus/mars-1", "e"})
    CHECK_FALSE(catalog.is_place(word));
}

TEST_CASE("billing follows the option's rule, else the provider's step", "[catalog][billing]") {
  const auto& catalog = tiny_catalog();
  const auto nimbus = *catalog.find_provider("nimbus");
  const auto spot = catalog.billing(nimbus, catalog::PurchaseOption::spot);
  // The rule for licensed images stands first in the file and does not apply.
  CHECK(*spot.increment_s == 1);
  CHECK(*spot.interruption_notice_s == 120);
  CHECK(spot.interruptible);
  const auto reserved = catalog.billing(nimbus, catalog::PurchaseOption::reserved);
  CHECK(*reserved.increment_s == 3600);
  CHECK_FALSE(reserved.interruptible);

  const auto harbor = *catalog.find_provider("harbor");
  CHECK(*catalog.billing(harbor, catalog::PurchaseOption::on_demand).increment_s == 60);
  const auto harbor_spot = catalog.billing(harbor, catalog::PurchaseOption::spot);
  CHECK(harbor_spot.interruptible);
  CHECK_FALSE(harbor_spot.interruption_notice_s.known());
}

TEST_CASE("a storage rate is the nearest, the first tier, for data in use", "[catalog][storage]") {
  const auto& catalog = tiny_catalog();
  const auto nimbus = *catalog.find_provider("nimbus");
  const auto east = *catalog.find_region(nimbus, "east-1");
  const auto west = *catalog.find_region(nimbus, "west-2");
  const auto rate = [&](catalog::RegionId region, std::string_view kind) {
    const auto found = catalog.storage_rate(region, kind);
    return found.known() ? core::to_decimal(found->per_unit) : std::string{"?"};
  };
  CHECK(rate(east, "block-ssd") == "0.08");
  CHECK(rate(west, "block-ssd") == "0.1");
  CHECK(rate(east, "egress-internet") == "0.09");
  CHECK(rate(east, "object") == "0.023");
  CHECK(rate(west, "object") == "?");
  CHECK(catalog.storage_rows(nimbus).size() == 6);
  CHECK(catalog.storage_performance(nimbus).size() == 2);
  CHECK(catalog.storage_performance(nimbus).back().first_byte_latency->count() == Approx(0.03));
}
