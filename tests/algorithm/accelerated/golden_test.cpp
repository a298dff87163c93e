// The same bits everywhere: plans and paths hash to the recorded values with every compiler, on
// every instruction set and in wasm. Whoever changes a value changes what links and papers replay.
#include <gtest/gtest.h>

#include <fstream>

#include "engine/random/sha256.h"
#include "source_directory.h"
#include "tests/algorithm/engine_runs.h"

namespace noisy::testing {
namespace {

constexpr const char* kGoldenFile = NOISY_SOURCE_DIRECTORY "/tests/golden/accelerated_paths.txt";

/// Of what the plan shows of every step, and of every iterate.
std::string fingerprint(const Setting& setting, const naive::Method& method) {
  const auto plan = engine_plan(method, setting.facts);
  const PlanSummary& summary = plan->summary();
  Sha256 hash;
  hash.update_doubles(summary.noise_scale.value);
  hash.update_doubles(summary.cost.value);
  hash.update_doubles(summary.bound.value);
  const auto streams = StreamFactory::reproducible({.seed = 2024, .algorithm = method.id});
  const auto path = private_path(setting, *plan, streams);
  EXPECT_EQ(static_cast<Index>(path.size()), summary.iterations);
  for (const Vector& x : path) hash.update_doubles({x.data(), static_cast<std::size_t>(x.size())});
  return to_hex(hash.finish());
}

/// "algorithm problem batch" and the hash, of every private algorithm of the accelerated family.
std::vector<std::pair<std::string, std::string>> computed() {
  std::vector<std::pair<std::string, std::string>> out;
  for (const Setting& setting : {quadratic_setting(1, 1000), logistic_setting(2, 1000)}) {
    for (const char* id : {"dp-gd", "dp-gd-opt", "dp-hb", "dp-hb-opt", "dp-nag", "dp-nag-opt",
                           "dp-masg", "dp-masg-opt"}) {
      for (const int batch_size : {1000, 100}) {
        const bool divided = std::string_view(id).ends_with("-opt");
        const naive::Method method{.id = id,
                                   .iterations = 60,
                                   .batch_size = batch_size,
                                   .division = divided ? "exact-subsampled" : "uniform",
                                   .state_dependent = batch_size < 1000};
        out.emplace_back(id + (" " + setting.name) + " m=" + std::to_string(batch_size),
                         fingerprint(setting, method));
      }
    }
  }
  return out;
}

TEST(Golden, PathsOfTheAcceleratedMethodsKeepTheirBits) {
  std::ifstream file(kGoldenFile);
  ASSERT_TRUE(file) << kGoldenFile;
  for (const auto& [name, hash] : computed()) {
    std::string line;
    std::getline(file, line);
    EXPECT_EQ(name + " " + hash, line);
  }
}

}  // namespace
}  // namespace noisy::testing
