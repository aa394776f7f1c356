#include "support/tiny_catalog.hpp"

using namespace gpuplan;
using catalog::Finding;
using test::Files;
using test::price_text;
using test::the_instance;
using test::the_offer;

namespace {

const std::string k_chips =
    "accelerators:\n"
    "  - {id: l4, vendor: N, name: L4, memory_gib: 24}\n"
    "  - {id: a40, vendor: N, name: A40, memory_gib: 48}\n"
    "  - {id: rtxa6000, vendor: N, name: RTX A6000, memory_gib: 48}\n"
    "  - {id: a100-sxm4-40gb, vendor: N, name: A100 40GB, memory_gib: 40}\n"
    "  - {id: a100-sxm4-80gb, vendor: N, name: A100 80GB, memory_gib: 80}\n";
const std::string k_regions = "regions:\n  - {provider: p, region: r1}\n";
const std::string k_provider = "provider: p\nname: P\n";
const std::string k_thresholds = "catalog:\n"
                                 "  memory_tolerance: {value: 0.1, why: w}\n"
                                 "  payment_order_tolerance: {value: 0.001, why: w}\n"
                                 "  spot_equal_tolerance: {value: 0.001, why: w}\n"
                                 "  outlier_factor: {value: 5, why: w}\n"
                                 "  outlier_least_providers: {value: 3, why: w}\n";
const std::string k_header =
    "instance_type,region,option,term,payment,price_hourly,upfront,currency,as_of,note\n";

/// A catalog of one provider `p` with one region `r1`; the caller writes sizes and prices.
struct Market {
  Files files;
  std::optional<catalog::Catalog> catalog;

  Market(const std::string& instances, const std::string& prices)
      : files({{"c/chips.yaml", k_chips},
               {"c/regions.yaml", k_regions},
               {"c/defaults.yaml", k_thresholds},
               {"c/providers/p/provider.yaml", k_provider},
               {"c/providers/p/instances.yaml", "instances:\n" + instances},
               {"c/providers/p/prices.csv", k_header + prices}}),
        catalog(files.alone("c")) {
    INFO(test::rendered(files.sink));
    REQUIRE(catalog.has_value());
  }

  std::vector<std::string> findings() const { return test::finding_lines(*catalog); }

  std::string message(std::size_t index) const {
    return catalog::check(*catalog).at(index).headline;
  }
};

using Lines = std::vector<std::string>;

} // namespace

TEST_CASE("a node's total in the field of one device is met and read as the chip's size",
          "[catalog][findings][A01]") {
  // Reported by a cloud's own feed: 22888, 366212 and 1464840 MiB for 1, 4 and 8 L4 of 24 GiB.
  const Market market(
      "  - {type: g6.xlarge, accelerator: l4, devices: 1, gpu_memory_total_gib: 22.352}\n"
      "  - {type: g6.12xlarge, accelerator: l4, devices: 4, gpu_memory_total_gib: 357.629}\n"
      "  - {type: g6.48xlarge, accelerator: l4, devices: 8, gpu_memory_total_gib: 1430.508}\n",
      "g6.48xlarge,r1,on-demand,,,13.35,,USD,2026-07-20,\n");
  CHECK(market.findings() == Lines{"CAT029 p/g6.12xlarge", "CAT029 p/g6.48xlarge"});
  CHECK_THAT(market.message(1), ContainsSubstring("read as 192"));
  CHECK(catalog::check(*market.catalog).at(1).at.line == 4);
  const auto size = the_instance(*market.catalog, "p", "g6.48xlarge");
  CHECK(core::to_gib(*market.catalog->accelerator(*size.accelerator).memory) == Approx(24));
  // The size is settled by the chip, so the offer is flagged and stays in rankings.
  const auto offer = the_offer(*market.catalog, "p/g6.48xlarge");
  CHECK(offer.has(Finding::memory_corrected));
  CHECK((offer.findings & catalog::k_quarantine) == 0);
}

TEST_CASE("a name that says 80 GB over a chip of 40 GB is read as the chip of 80",
          "[catalog][findings][A03]") {
  const Market market("  - {type: gpu_8x_a100_80gb_sxm4, accelerator: a100-sxm4-40gb, devices: 8, "
                      "gpu_memory_total_gib: 40}\n",
                      "gpu_8x_a100_80gb_sxm4,r1,on-demand,,,12.00,,USD,2026-07-20,\n");
  // Both faults of the row: the name against the chip, the total against eight devices.
  CHECK(market.findings() ==
        Lines{"CAT028 p/gpu_8x_a100_80gb_sxm4", "CAT029 p/gpu_8x_a100_80gb_sxm4"});
  const auto size = the_instance(*market.catalog, "p", "gpu_8x_a100_80gb_sxm4");
  CHECK(market.catalog->accelerator(*size.accelerator).name == "a100-sxm4-80gb");
}

TEST_CASE("a size in a name that fits one device, all devices or the host says nothing",
          "[catalog][findings][A03]") {
  const Market market("  - {type: 1x-a100-40gb, accelerator: a100-sxm4-40gb, devices: 1}\n"
                      "  - {type: a100x8-640gb, accelerator: a100-sxm4-80gb, devices: 8}\n"
                      "  - {type: a100-host-120gb, accelerator: a100-sxm4-80gb, devices: 1, "
                      "host_memory_gib: 120}\n",
                      "");
  CHECK(market.findings().empty());
}

TEST_CASE("a size that no chip of the kind has sets the row apart", "[catalog][findings][A03]") {
  const Market market("  - {type: l4-64gb, accelerator: l4, devices: 1}\n",
                      "l4-64gb,r1,on-demand,,,1.00,,USD,2026-07-20,\n");
  CHECK(market.findings() == Lines{"CAT028 p/l4-64gb"});
  CHECK((the_offer(*market.catalog, "p/l4-64gb").findings & catalog::k_quarantine) != 0);
}

TEST_CASE("one price for one, two, four and eight devices sets the larger apart",
          "[catalog][findings][A05]") {
  std::string sizes;
  std::string prices;
  for (const auto* count : {"1", "2", "4", "8"}) {
    sizes += std::string{"  - {type: a6000x"} + count +
             ", accelerator: rtxa6000, devices: " + count + "}\n";
    prices += std::string{"a6000x"} + count + ",r1,on-demand,,,0.79,,USD,2026-07-20,\n";
    prices += std::string{"a6000x"} + count + ",r1,spot,,,0.49,,USD,2026-07-20,\n";
  }
  const Market market(sizes, prices);
  CHECK(market.findings() == Lines{"CAT023 p/a6000x2@r1",
                                   "CAT023 p/a6000x2@r1#spot",
                                   "CAT023 p/a6000x4@r1",
                                   "CAT023 p/a6000x4@r1#spot",
                                   "CAT023 p/a6000x8@r1",
                                   "CAT023 p/a6000x8@r1#spot"});
  CHECK((the_offer(*market.catalog, "p/a6000x8@r1").findings & catalog::k_quarantine) != 0);
  CHECK(the_offer(*market.catalog, "p/a6000x1@r1").findings == 0);
}

TEST_CASE("a price that grows with the devices is no finding", "[catalog][findings][A05]") {
  const Market market("  - {type: one, accelerator: l4, devices: 1}\n"
                      "  - {type: two, accelerator: l4, devices: 2}\n",
                      "one,r1,on-demand,,,0.79,,USD,2026-07-20,\n"
                      "two,r1,on-demand,,,1.57,,USD,2026-07-20,\n");
  CHECK(market.findings().empty());
}

TEST_CASE("a row that stands twice alike is one offer, and both lines are told",
          "[catalog][findings][A05]") {
  const Market market("  - {type: one, accelerator: l4, devices: 1}\n",
                      "one,r1,on-demand,,,0.79,,USD,2026-07-20,\n"
                      "one,r1,on-demand,,,0.79,,USD,2026-07-20,\n");
  CHECK(market.catalog->offer_count() == 1);
  CHECK(market.findings() == Lines{"CAT022 p/one@r1"});
  CHECK_THAT(market.message(0), ContainsSubstring("the same row stands twice"));
  const auto diagnostic = catalog::check(*market.catalog).front();
  CHECK(diagnostic.at.line == 2);
  REQUIRE(diagnostic.labels.size() == 1);
  CHECK(diagnostic.labels.front().span.line == 3);
}

TEST_CASE("a price of zero is no price and comes last", "[catalog][findings][A07]") {
  const Market market("  - {type: p5e, accelerator: l4, devices: 8}\n",
                      "p5e,r1,on-demand,,,0.0,,USD,2026-07-20,reservation only\n"
                      "p5e,r1,spot,,,40.5,,USD,2026-07-20,\n");
  const auto offer = the_offer(*market.catalog, "p/p5e@r1");
  CHECK(price_text(offer.hourly) == "?");
  CHECK(offer.hourly.why_unknown() == "the source gives a price of zero");
  CHECK(offer.has(Finding::zero_price));
  CHECK((offer.findings & catalog::k_quarantine) != 0);
  CHECK(market.findings() == Lines{"CAT021 p/p5e@r1"});
}

TEST_CASE("a price of zero stays a finding when the catalog is compiled again",
          "[catalog][findings][A07]") {
  const Market market("  - {type: one, accelerator: l4, devices: 1}\n",
                      "one,r1,on-demand,,,0,,USD,2026-07-20,\n");
  core::DiagnosticSink sink;
  source::MemoryReader none;
  const auto again = catalog::load_over(*market.catalog, {}, none, sink);
  REQUIRE(again.has_value());
  CHECK(test::finding_lines(*again) == Lines{"CAT021 p/one@r1"});
}

TEST_CASE("of two prices for one offer the fresher stays, then the dearer",
          "[catalog][findings][A08]") {
  struct Case {
    const char* first;
    const char* second;
    const char* kept;
  };

  const auto [first, second, kept] = GENERATE(values<Case>({
      // Equal dates: the dearer.
      {"d2,r1,on-demand,,,0.178,,USD,2026-07-01,",
       "d2,r1,on-demand,,,0.086,,USD,2026-07-01,",
       "0.178 USD"},
      // The fresher, though cheaper.
      {"d2,r1,on-demand,,,0.178,,USD,2026-01-01,",
       "d2,r1,on-demand,,,0.086,,USD,2026-07-01,",
       "0.086 USD"},
      // A date that is not known is older than every other.
      {"d2,r1,on-demand,,,0.178,,USD,,", "d2,r1,on-demand,,,0.086,,USD,2020-07-01,", "0.086 USD"},
      // No price is less than any price.
      {"d2,r1,on-demand,,,,,USD,2026-07-01,",
       "d2,r1,on-demand,,,0.086,,USD,2026-07-01,",
       "0.086 USD"},
  }));
  const std::string sizes = "  - {type: d2, accelerator: l4, devices: 1}\n"
                            "  - {type: ok, accelerator: l4, devices: 1}\n";
  const std::string healthy = "ok,r1,on-demand,,,0.10,,USD,2026-07-01,\n";
  const Market one(sizes, std::string{first} + "\n" + second + "\n" + healthy);
  const Market two(sizes, healthy + std::string{second} + "\n" + first + "\n");
  for (const auto* market : {&one, &two}) {
    CHECK(price_text(the_offer(*market->catalog, "p/d2@r1").hourly) == kept);
    CHECK(price_text(the_offer(*market->catalog, "p/ok@r1").hourly) == "0.1 USD");
    CHECK(market->findings() == Lines{"CAT022 p/d2@r1"});
    CHECK(catalog::check(*market->catalog).front().labels.size() == 1);
  }
  CHECK(one.message(0) == two.message(0));
}

TEST_CASE("three rows for one offer give the same findings in any order",
          "[catalog][findings][A08]") {
  const std::array<std::string, 3> rows{"d2,r1,on-demand,,,0.1,,USD,2026-07-01,\n",
                                        "d2,r1,on-demand,,,0.2,,USD,2026-07-01,\n",
                                        "d2,r1,on-demand,,,0.3,,USD,2026-07-01,\n"};
  const std::string size = "  - {type: d2, accelerator: l4, devices: 1}\n";
  const Market up(size, rows[0] + rows[1] + rows[2]);
  const Market down(size, rows[2] + rows[1] + rows[0]);
  const auto messages = [](const Market& market) {
    Lines lines;
    for (const auto& each : catalog::check(*market.catalog))
      lines.push_back(each.headline);
    std::ranges::sort(lines);
    return lines;
  };
  CHECK(messages(up).size() == 2);
  CHECK(messages(up) == messages(down));
  CHECK(price_text(the_offer(*up.catalog, "p/d2@r1").hourly) == "0.3 USD");
}

TEST_CASE("what has no spot price is not among the spot offers", "[catalog][findings][A13]") {
  const Market market("  - {type: x, accelerator: l4, devices: 1}\n"
                      "  - {type: y, accelerator: l4, devices: 1}\n"
                      "  - {type: z, accelerator: l4, devices: 1}\n",
                      "x,r1,on-demand,,,1.00,,USD,2026-07-01,\nx,r1,spot,,,0.60,,USD,2026-07-01,\n"
                      "y,r1,on-demand,,,1.10,,USD,2026-07-01,\ny,r1,spot,,,0.40,,USD,2026-07-01,\n"
                      "z,r1,on-demand,,,0.90,,USD,2026-07-01,\n");
  Lines order;
  for (std::uint32_t i = 0; i < market.catalog->offer_count(); ++i)
    order.push_back(market.catalog->offer_name(market.catalog->offer({i})));
  // Of one shape: on demand by price, then spot by price.
  CHECK(order == Lines{"p/z@r1", "p/x@r1", "p/y@r1", "p/y@r1#spot", "p/x@r1#spot"});
  CHECK(market.findings().empty());
}

TEST_CASE("spot dearer than on demand is told, by how much, and stays",
          "[catalog][findings][A14]") {
  const Market market("  - {type: a40, accelerator: a40, devices: 1}\n",
                      "a40,r1,on-demand,,,0.44,,USD,2026-07-01,\n"
                      "a40,r1,spot,,,0.49,,USD,2026-07-01,\n");
  CHECK(market.findings() == Lines{"CAT024 p/a40@r1#spot"});
  CHECK_THAT(market.message(0), ContainsSubstring("11.4 % dearer"));
  const auto spot = the_offer(*market.catalog, "p/a40@r1#spot");
  CHECK(price_text(spot.hourly) == "0.49 USD");
  CHECK((spot.findings & catalog::k_quarantine) == 0);
}

TEST_CASE("spot as dear as on demand means there is no spot market", "[catalog][findings][A14]") {
  const Market market("  - {type: a40, accelerator: a40, devices: 1}\n",
                      "a40,r1,on-demand,,,27.43298,,USD,2026-07-01,\n"
                      "a40,r1,spot,,,27.433,,USD,2026-07-01,\n");
  CHECK(market.findings() == Lines{"CAT025 p/a40@r1#spot"});
}

TEST_CASE("effective rates in their order are no finding", "[catalog][findings][A17]") {
  // 539 up front + 0.024/h over 26,280 h is 0.04451/h; without upfront 0.051, on demand 0.096.
  const Market market("  - {type: m5, devices: 0, vcpus: 2}\n",
                      "m5,r1,on-demand,,,0.096,,USD,2026-07-01,\n"
                      "m5,r1,reserved,3y,none,0.051,,USD,2026-07-01,\n"
                      "m5,r1,reserved,3y,partial,0.04451,539,USD,2026-07-01,\n"
                      "m5,r1,reserved,3y,all,0.0436,1146,USD,2026-07-01,\n");
  CHECK(market.findings().empty());
  const auto partial = the_offer(*market.catalog, "p/m5@r1#reserved-3y-partial");
  CHECK(price_text(partial.hourly) == "0.04451 USD");
  CHECK(price_text(partial.upfront) == "539 USD");
}

TEST_CASE("paying earlier for more is told", "[catalog][findings][A17]") {
  struct Case {
    const char* rows;
    const char* finding;
  };

  // Half of a two-part price, the mistake of summing or dropping a part, a rate above on demand.
  const auto [rows, finding] = GENERATE(values<Case>({
      {"m5,r1,reserved,3y,none,0.051,,USD,,\nm5,r1,reserved,3y,partial,0.0685,539,USD,,\n",
       "CAT026 p/m5@r1#reserved-3y-partial"},
      {"m5,r1,reserved,3y,partial,0.0445,539,USD,,\nm5,r1,reserved,3y,all,0.046,1208,USD,,\n",
       "CAT026 p/m5@r1#reserved-3y-all"},
      {"m5,r1,reserved,1y,none,0.097,,USD,,\n", "CAT026 p/m5@r1#reserved-1y-none"},
  }));
  const Market market("  - {type: m5, devices: 0, vcpus: 2}\n",
                      std::string{"m5,r1,on-demand,,,0.096,,USD,,\n"} + rows);
  CHECK(market.findings() == Lines{finding});
}

TEST_CASE("terms of different length or option are not held against one another",
          "[catalog][findings][A17]") {
  const Market market("  - {type: m5, devices: 0, vcpus: 2}\n",
                      "m5,r1,reserved,1y,all,0.060,,USD,,\n"
                      "m5,r1,reserved,3y,none,0.051,,USD,,\n"
                      "m5,r1,savings-plan,3y,none,0.055,,USD,,\n"
                      "m5,r1,reserved,3y,all,0.050,,CNY,,\n");
  CHECK(market.findings().empty());
}

TEST_CASE("a price far from the median over providers is told", "[catalog][findings]") {
  // Medians 1.0, 1.2, 1.1: their median is 1.1. 5.6 is 5.09 times it, 0.21 less than a fifth.
  std::map<std::string, std::string> files{{"c/chips.yaml", k_chips},
                                           {"c/defaults.yaml", k_thresholds}};
  const std::map<std::string, std::string> prices{
      {"a", "1.0"}, {"b", "1.2"}, {"c", "1.1"}, {"d", "5.6"}, {"e", "0.21"}, {"f", "5.4"}};
  // d, e and f are further sizes of provider c at other prices, so that they move no median.
  std::string regions = "regions:\n";
  for (const auto* provider : {"a", "b", "c"}) {
    const std::string name{provider};
    const auto folder = "c/providers/" + name;
    files[folder + "/provider.yaml"] = "provider: " + name + "\nname: " + name + "\n";
    files[folder + "/instances.yaml"] =
        "instances:\n  - {type: " + name + ", accelerator: l4, devices: 1}\n";
    files[folder + "/prices.csv"] =
        k_header + name + ",r1,on-demand,,," + prices.at(name) + ",,USD,,\n";
    regions += "  - {provider: " + name + ", region: r1}\n";
  }
  for (const auto* type : {"d", "e", "f", "g", "h"})
    files["c/providers/c/instances.yaml"] +=
        std::string{"  - {type: "} + type + ", accelerator: l4, devices: 1}\n";
  files["c/providers/c/prices.csv"] += "d,r1,on-demand,,,5.6,,USD,,\ne,r1,on-demand,,,0.21,,USD,,\n"
                                       "f,r1,on-demand,,,5.4,,USD,,\ng,r1,on-demand,,,0.9,,USD,,\n"
                                       "h,r1,on-demand,,,1.1,,USD,,\n";
  files["c/regions.yaml"] = regions;
  Files market{files};
  const auto catalog = market.alone("c");
  INFO(test::rendered(market.sink));
  REQUIRE(catalog.has_value());
  CHECK(test::finding_lines(*catalog) == Lines{"CAT027 c/d@r1", "CAT027 c/e@r1"});
}

TEST_CASE("a price worked out and a size without a price are remarks", "[catalog][findings]") {
  const Market market("  - {type: one, accelerator: l4, devices: 1}\n"
                      "  - {type: two, accelerator: l4, devices: 2}\n",
                      "one,r1,on-demand,,,1.0,,USD,,DERIVED: by a factor\n"
                      "two,r1,on-demand,,,,,USD,,reservation only\n");
  CHECK(market.findings() == Lines{"CAT030 p/one@r1", "CAT031 p/two@r1"});
  CHECK(catalog::check(*market.catalog)[0].severity == core::Severity::note);
  CHECK((the_offer(*market.catalog, "p/one@r1").findings & catalog::k_quarantine) == 0);
}

TEST_CASE("a price that its note calls unconfirmed is warned of", "[catalog][findings]") {
  const Market market("  - {type: one, accelerator: l4, devices: 1}\n",
                      "one,r1,on-demand,,,1.0,,USD,,UNCONFIRMED: an undated copy\n");
  REQUIRE(market.findings() == Lines{"CAT032 p/one@r1"});
  const auto finding = catalog::check(*market.catalog)[0];
  CHECK(finding.severity == core::Severity::warning);
  CHECK(finding.headline == "p/one@r1: UNCONFIRMED: an undated copy");
  CHECK((the_offer(*market.catalog, "p/one@r1").findings & catalog::k_quarantine) == 0);
}
