#include "plan/facts/fill.hpp"
#include "support/planned.hpp"

using namespace gpuplan;
using namespace gpuplan::test;
using core::Bytes;
using core::BytesPerSecond;
using core::Unknown;

namespace {

BytesPerSecond gb_s(double rate) {
  return BytesPerSecond{rate * 1e9};
}

constexpr Unknown k_not_stated{"not stated"};

plan::StorageRead nothing_stated() {
  return {.local = k_not_stated,
          .local_size = k_not_stated,
          .remote = k_not_stated,
          .network = k_not_stated,
          .least = gb_s(0.5)};
}

} // namespace

TEST_CASE("local disks keep what fits on each machine, where they are faster than objects",
          "[plan]") {
  auto read = nothing_stated();
  CHECK_FALSE(read.keeps_on_disk(Bytes{1e12}));
  read.local = gb_s(7);
  read.local_size = Bytes{1e12};
  CHECK(read.keeps_on_disk(Bytes{1e12}));
  CHECK_FALSE(read.keeps_on_disk(Bytes{1.1e12}));
  read.remote = gb_s(2);
  CHECK(read.keeps_on_disk(Bytes{1e12}));
  CHECK(read.rate_for(gb_s(1), 2) == gb_s(4)); // the first epoch comes from where the data lies
  read.remote = gb_s(8);
  CHECK_FALSE(read.keeps_on_disk(Bytes{1e12}));
}

TEST_CASE("without a stated rate the least storage and the network decide what they can",
          "[plan]") {
  auto read = nothing_stated();
  CHECK(read.rate_for(gb_s(0.4), 1) == gb_s(0.5)); // any storage does
  CHECK_FALSE(read.rate_for(gb_s(0.6), 1).known());
  CHECK(read.rate_for(gb_s(0.6), 2) == gb_s(1));
  read.network = gb_s(1.25);
  CHECK_FALSE(read.rate_for(gb_s(1), 1).known());
  CHECK(read.rate_for(gb_s(2), 1) == gb_s(1.25)); // no storage gets through
  read.network = gb_s(0.125);
  CHECK(read.rate_for(gb_s(0.2), 1) == gb_s(0.125));
}

TEST_CASE(
    "rates are read of the machine's own rows, and what volumes deliver is no rate of objects",
    "[plan][catalog]") {
  World world{.chips = {WorldChip{}}, .regions = {{}}, .machines = {{}}, .prices = {{}}};
  world.machines.push_back({.type = "kite.1", .devices = "1", .links = "none"});
  world.prices.push_back({.type = "kite.1"});
  world.more["providers/alba/storage_performance.csv"] =
      "kind,tier,scope,read_gb_s,write_gb_s,iops,first_byte_latency_ms,as_of,source,note\n"
      "block_instance_cap,kite.8,instance,20,20,,,2026-01-01,invented,\n"
      "object,store:kite.8,instance,3,3,,,2026-01-01,invented,\n"
      "local_nvme,kite.8,instance,9,5,,,2026-01-01,invented,\n"
      "block_instance_cap,kite.1,instance,20,20,,,2026-01-01,invented,\n"
      "block,fast,volume,4,4,,,2026-01-01,invented,\n";
  const auto catalog = catalog_of(world);
  const auto provider = catalog.find_provider("alba").value();
  const auto read = [&](std::string_view type) {
    return plan::storage_read(catalog,
                              catalog.instance(catalog.find_instances(provider, type).front()));
  };
  CHECK(read("kite.8").remote == gb_s(3));
  CHECK(read("kite.8").local == gb_s(9));
  CHECK_FALSE(read("kite.8").local_assumed);
  CHECK_FALSE(read("kite.1").remote.known());
  CHECK(read("kite.1").least == gb_s(0.5));
}

TEST_CASE("disks whose rate nobody states read as fast as the fewest drives of their size",
          "[plan][catalog]") {
  World world{.chips = {WorldChip{}}, .regions = {{}}, .machines = {{}}, .prices = {{}}};
  const auto read = [&](const std::string& gib) {
    world.machines.front().local_nvme_gib = gib;
    const auto catalog = catalog_of(world);
    return plan::storage_read(
        catalog,
        catalog.instance(
            catalog.find_instances(catalog.find_provider("alba").value(), "kite.8").front()));
  };
  CHECK(read("500").local == gb_s(2));
  CHECK(read("28000").local == gb_s(8)); // 30.1 TB: four drives of 7.68 TB or more
  CHECK(read("500").local_assumed);
  CHECK_FALSE(read("0").local.known());
}

TEST_CASE("the ratio is what training reads over what its machines are given", "[plan]") {
  const auto catalog =
      catalog_of({.chips = {WorldChip{}}, .regions = {{}}, .machines = {{}}, .prices = {{}}});
  const auto job = job_on(catalog,
                          "model: resnet50\nkind: train\n"
                          "data: {samples: 10M, size: 1TB}\nbatch: {global: 1024}\n");
  auto read = nothing_stated();
  read.remote = gb_s(1.5);
  plan::Setup setup{.nodes = 2};
  setup.training.step = core::Seconds{1};
  setup.training.units_per_s = 60'000; // images of 100 kB: 6 GB/s
  facts::FactValues values;
  const auto ratio = [&] {
    plan::fill_loading(values, plan::loading_of(job, setup, 1, read).ratio);
    return values.number(facts::FactId::data_loading_ratio);
  };
  CHECK(ratio() == 2.0);
  setup.training.units_per_s = 15'000;
  CHECK(ratio() == 0.5);
  read.remote = k_not_stated;
  CHECK_FALSE(ratio().known());
  setup.training.units_per_s = 0;
  CHECK_FALSE(ratio().known());
}

TEST_CASE("data that host memory keeps is read from storage in the first epoch alone", "[plan]") {
  const auto catalog =
      catalog_of({.chips = {WorldChip{}}, .regions = {{}}, .machines = {{}}, .prices = {{}}});
  const auto job = job_on(catalog,
                          "model: resnet50\nkind: train\n"
                          "data: {samples: 1M, size: 100GB, epochs: 10}\nbatch: {global: 1024}\n");
  auto read = nothing_stated();
  read.remote = gb_s(2);
  read.kept = core::Bytes{100e9};
  plan::Setup setup{.nodes = 2};
  setup.training.step = core::Seconds{1};
  setup.training.units_per_s = 80'000; // images of 100 kB: 8 GB/s of the 4 that two machines get
  auto loading = plan::loading_of(job, setup, 1, read);
  CHECK(loading.feed.share == Approx(0.1));
  CHECK(loading.is_slow);
  CHECK(loading.ratio.value_or(0) == Approx(0.2));
  SECTION("and not where it is larger than what one machine keeps") {
    read.kept = core::Bytes{99e9};
    loading = plan::loading_of(job, setup, 1, read);
    CHECK(loading.feed.share == Approx(1));
    CHECK(loading.ratio.value_or(0) == Approx(2));
  }
  SECTION("nor where nobody says how much memory that is") {
    read.kept = core::Unknown{"not stated"};
    CHECK(plan::loading_of(job, setup, 1, read).feed.share == Approx(1));
  }
  SECTION("so that a rate nobody states is taken as the least of all storage") {
    read.remote = k_not_stated;
    loading = plan::loading_of(job, setup, 1, read);
    CHECK(loading.feed.rate == gb_s(1));
    CHECK(loading.ratio.value_or(0) == Approx(0.8));
    CHECK_FALSE(loading.is_doubtful);
  }
}

TEST_CASE("data that local disks keep is read from them after the first epoch", "[plan]") {
  const auto catalog =
      catalog_of({.chips = {WorldChip{}}, .regions = {{}}, .machines = {{}}, .prices = {{}}});
  const auto job = job_on(catalog,
                          "model: resnet50\nkind: train\n"
                          "data: {samples: 1M, size: 1TB, epochs: 10}\nbatch: {global: 1024}\n");
  auto read = nothing_stated();
  read.local = gb_s(4);
  read.local_size = Bytes{1e12};
  plan::Setup setup{.nodes = 2};
  setup.training.step = core::Seconds{1};
  setup.training.units_per_s = 4'000; // images of 1 MB: 4 GB/s
  auto loading = plan::loading_of(job, setup, 1, read);
  CHECK(loading.feed.share == Approx(0.1));
  CHECK(loading.feed.rate == gb_s(1)); // the least of all storage, no guess at what it might be
  REQUIRE(loading.feed.kept_rate.has_value());
  CHECK(*loading.feed.kept_rate == gb_s(8));
  CHECK(loading.ratio.value_or(0) == Approx(0.1 * 4 + 0.9 * 0.5));
  CHECK(loading.is_slow);
  CHECK_FALSE(loading.is_doubtful);
  SECTION("and waited for where they are too slow") {
    read.remote = gb_s(3);
    setup.training.units_per_s = 16'000;
    loading = plan::loading_of(job, setup, 1, read);
    CHECK(loading.feed.rate == gb_s(6));
    CHECK(loading.ratio.value_or(0) == Approx(0.1 * 16 / 6 + 0.9 * 2));
  }
  SECTION("and not from them where host memory keeps it") {
    read.kept = Bytes{1e12};
    loading = plan::loading_of(job, setup, 1, read);
    CHECK(loading.feed.share == Approx(0.1));
    CHECK_FALSE(loading.feed.kept_rate.has_value());
  }
  SECTION("and not where they are too small for all of it on every machine") {
    read.local_size = Bytes{0.9e12};
    loading = plan::loading_of(job, setup, 1, read);
    CHECK(loading.feed.share == Approx(1));
    CHECK_FALSE(loading.ratio.known());
    CHECK(loading.is_doubtful);
  }
}
