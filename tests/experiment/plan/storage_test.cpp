#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "engine/data/sparse_generator.h"
#include "engine/experiment/plan/load_data.h"
#include "engine/random/distributions.h"
#include "source_directory.h"
#include "tests/experiment/session/run_session.h"

namespace noisy {
namespace {

using testing::at_path;
using ::testing::HasSubstr;
using testing::small_experiment;
using testing::with;

/// A LIBSVM file of 200 rows, five values a row, of at most 150 features.
std::string libsvm_file(std::uint64_t seed = 1) {
  Stream draws = StreamFactory::synthetic_data(seed, "storage").stream(StreamPurpose::data, 0);
  std::ostringstream text;
  for (int i = 0; i < 200; ++i) {
    text << (uniform(draws) < 0.5 ? "-1" : "+1");
    for (int k = 0; k < 5; ++k) {
      text << ' ' << 30 * k + 1 + bounded_integer(draws, 30) << ':' << uniform_positive(draws);
    }
    text << '\n';
  }
  return text.str();
}

Json libsvm_experiment(const std::string& storage) {
  Json tree = with(testing::file_experiment("libsvm"), "data.features", "150");
  tree = with(tree, "algorithms",
              R"([{"id":"dp-gd","parameters":{"iterations":8}},
                  {"id":"dp-gd","label":"batches","parameters":{"iterations":8,"batchSize":30}},
                  {"id":"gd","parameters":{"iterations":8}}])");
  return storage.empty() ? tree : with(tree, "data.storage", "\"" + storage + "\"");
}

Json synthetic_experiment(const std::string& block) {
  return with(small_experiment(), "data", R"({"kind":"synthetic",)" + block + "}");
}

bool is_sparse(const Json& tree) {
  const Result<Experiment> read = read_experiment(write_json(tree));
  EXPECT_TRUE(read) << read.error().field << ": " << read.error().message;
  return is_stored_sparse(*read->data);
}

TEST(Storage, IsDecidedByPublicFactsAlone) {
  EXPECT_TRUE(is_sparse(libsvm_experiment("")));
  EXPECT_TRUE(is_sparse(libsvm_experiment("auto")));
  EXPECT_FALSE(is_sparse(libsvm_experiment("dense")));
  EXPECT_FALSE(is_sparse(with(libsvm_experiment(""), "data.features", "100")));
  EXPECT_TRUE(is_sparse(with(libsvm_experiment("sparse"), "data.features", "100")));
  EXPECT_FALSE(is_sparse(testing::file_experiment("libsvm")));  // no stated features
  EXPECT_FALSE(is_sparse(testing::file_experiment("csv")));
  EXPECT_FALSE(is_sparse(small_experiment()));
  EXPECT_TRUE(is_sparse(synthetic_experiment(R"("name":"a9a-like")")));
  EXPECT_TRUE(is_sparse(synthetic_experiment(R"("name":"text-like")")));
  EXPECT_FALSE(is_sparse(synthetic_experiment(R"("name":"covertype-surrogate")")));
}

/// The final points of all runs.
std::vector<std::vector<double>> solutions(const Json& tree, const testing::RunOptions& options) {
  const auto result = testing::run_experiment(tree, options);
  EXPECT_TRUE(result) << result.error().field << ": " << result.error().message;
  std::vector<std::vector<double>> points;
  const Json runs = at_path(*result, "runs");
  for (const Json& run : runs.elements()) {
    const bool is_private = run.find("solution") != nullptr;
    points.push_back(*at_path(run, is_private ? "solution" : "nonPrivate.solution").as_numbers());
  }
  return points;
}

TEST(Storage, SparseAndDenseRunsDifferByRoundingAlone) {
  const testing::RunOptions options{.data = libsvm_file()};
  const auto sparse = solutions(libsvm_experiment("sparse"), options);
  const auto dense = solutions(libsvm_experiment("dense"), options);
  ASSERT_EQ(sparse.size(), dense.size());
  for (std::size_t run = 0; run < sparse.size(); ++run) {
    ASSERT_EQ(sparse[run].size(), 150u);
    for (std::size_t j = 0; j < 150; ++j) EXPECT_NEAR(sparse[run][j], dense[run][j], 1e-12);
  }
}

TEST(Storage, SparseRunsHaveTheSameBitsHoweverTheyAreRun) {
  const Json tree = libsvm_experiment("sparse");
  const std::string data = libsvm_file();
  const auto once = solutions(tree, {.data = data});
  EXPECT_EQ(once, solutions(tree, {.threads = 3, .slice = 0, .data = data}));
  EXPECT_EQ(once, solutions(tree, {.threads = 2, .groups = 3, .data = data}));
}

TEST(Storage, GeneratorsOfSparseDataCanBeStoredDense) {
  const std::string block = R"("name":"a9a-like","samples":300,"preprocess":[
      {"kind":"clip-rows","norm":"l1","bound":1}])";
  const auto sparse = solutions(synthetic_experiment(block), {});
  const auto dense = solutions(synthetic_experiment(block + R"(,"storage":"dense")"), {});
  for (std::size_t run = 0; run < sparse.size(); ++run) {
    for (std::size_t j = 0; j < 123; ++j) EXPECT_NEAR(sparse[run][j], dense[run][j], 1e-12);
  }
}

// A step reads what its block stores, of saddle problems, too: the same vertices are drawn.
TEST(Storage, VerticesAreDrawnAlikeFromSparseRecords) {
  const auto drawn = [](const std::string& storage) {
    Json tree =
        with(synthetic_experiment(R"("name":"a9a-like","samples":300)" + storage), "problem",
             R"({"kind":"saddle","name":"worst-group-sparse","share":0.3,"radius":5})");
    tree = with(tree, "privacy", R"({"notion":"approximate","epsilon":4,"delta":1e-5})");
    tree = with(tree, "run.diagnostics", R"(["objective","accuracy"])");
    return solutions(with(tree, "algorithms", R"([{"id":"vertex-smd"}])"), {});
  };
  const auto sparse = drawn("");
  ASSERT_EQ(sparse.front().size(), 248u);
  EXPECT_EQ(sparse, drawn(R"(,"storage":"dense")"));
}

TEST(Storage, WhatIsStoredIsNoPartOfThePlan) {
  const auto plan_of = [](const std::string& data) {
    Workspace workspace;
    auto session = testing::open_session(workspace, libsvm_experiment("sparse"), data);
    EXPECT_TRUE(session);
    return *(*session)->plan();
  };
  std::string shorter = libsvm_file(1);
  shorter = "+1" + shorter.substr(shorter.find('\n'));  // the first record has no values
  EXPECT_EQ(plan_of(libsvm_file(1)), plan_of(shorter));
}

TEST(Storage, SparseReleasesCanBeHardened) {
  Json tree = with(libsvm_experiment("sparse"), "run.randomness",
                   R"({"mode":"reproducible","seed":1,"release":"hardened"})");
  const auto result = testing::run_experiment(tree, {.data = libsvm_file()});
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(at_path(*result, "runs.0.status"), Json("completed"));
  EXPECT_EQ(at_path(*result, "runs.0.privacy.release"), Json("hardened"));
}

// 100,000 x 50,000 would take 40 GB dense. By rows and by columns they are 62 MB.
TEST(Storage, TextOfFiftyThousandWordsStaysSmall) {
  const Result<Experiment> read =
      read_experiment(write_json(synthetic_experiment(R"("name":"text-like")")));
  ASSERT_TRUE(read);
  DataLoader loader(read->data, {.labels = true}, DataLayout::panels, 200e6);
  const auto loaded = loader.finish();
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_EQ((*loaded)->samples(), 100'000);
  EXPECT_EQ((*loaded)->features(), 50'000);
  EXPECT_LT((*loaded)->bytes(), 65e6);
  EXPECT_EQ((*loaded)->bytes(), (*loaded)->public_bytes());
}

TEST(Storage, MistakesAreNamed) {
  const auto refusal = [](const Json& tree, const std::string& data = "") {
    Workspace workspace;
    const auto session = testing::open_session(workspace, tree, data);
    EXPECT_FALSE(session);
    return session ? Error{} : session.error();
  };
  for (const Json& tree : {with(small_experiment(), "data.storage", "\"sparse\""),
                           with(testing::file_experiment("csv"), "data.storage", "\"sparse\"")}) {
    const Error error = refusal(tree);
    EXPECT_EQ(error.code, ErrorCode::conflicting_fields);
    EXPECT_EQ(error.field, "data.storage");
    EXPECT_THAT(error.message, HasSubstr("LIBSVM"));
  }
  const Error word = refusal(with(small_experiment(), "data.storage", "\"thin\""));
  EXPECT_EQ(word.field, "data.storage");
  const Json tree = libsvm_experiment("sparse");
  const Error scaled =
      refusal(with(tree, "data.preprocess", R"([{"kind":"scale-columns","lower":-1,"upper":2}])"),
              libsvm_file());
  EXPECT_EQ(scaled.code, ErrorCode::conflicting_fields);
  EXPECT_EQ(scaled.field, "data.preprocess.0.lower");
  EXPECT_EQ(refusal(tree, "1 151:1\n").code, ErrorCode::invalid_index);
  EXPECT_EQ(refusal(tree, "1 2:1 2:1\n").code, ErrorCode::invalid_index);
  EXPECT_EQ(refusal(tree, "1 2:nan\n").code, ErrorCode::not_finite);
  EXPECT_EQ(refusal(tree, "\n").code, ErrorCode::empty_data);
  EXPECT_EQ(refusal(tree, "0 1:1\n1 1:1\n2 1:1\n").code, ErrorCode::invalid_labels);
  const Error dense =
      refusal(synthetic_experiment(R"("name":"text-like","samples":100000,"storage":"dense")"));
  EXPECT_EQ(dense.code, ErrorCode::limit_exceeded);
}

/// Rows as covtype.data has them: 10 numbers, 4 + 40 zeros and ones, a class from 1 to 7.
std::string covertype_rows(int count) {
  Stream draws = StreamFactory::synthetic_data(4, "covertype").stream(StreamPurpose::data, 0);
  std::ostringstream text;
  for (int i = 0; i < count; ++i) {
    text << 1859 + bounded_integer(draws, 2000) << ',' << bounded_integer(draws, 361) << ','
         << bounded_integer(draws, 67) << ',' << bounded_integer(draws, 1398) << ','
         << static_cast<int>(bounded_integer(draws, 775)) - 173 << ','
         << bounded_integer(draws, 7118) << ',' << bounded_integer(draws, 255) << ','
         << bounded_integer(draws, 255) << ',' << bounded_integer(draws, 255) << ','
         << bounded_integer(draws, 7174);
    const auto area = bounded_integer(draws, 4);
    const auto soil = bounded_integer(draws, 40);
    for (std::uint64_t k = 0; k < 4; ++k) text << (k == area ? ",1" : ",0");
    for (std::uint64_t k = 0; k < 40; ++k) text << (k == soil ? ",1" : ",0");
    text << ',' << 1 + bounded_integer(draws, 7) << '\n';
  }
  return text.str();
}

TEST(Storage, TheCovertypeExampleReadsFilesOfItsFormat) {
  std::ifstream file(std::filesystem::path(NOISY_SOURCE_DIRECTORY) / "examples" /
                     "covertype-file.json");
  std::ostringstream text;
  text << file.rdbuf();
  const auto example = parse_json(text.str());
  ASSERT_TRUE(example);
  Json tree = with(*example, "data.preprocess.0.count", "300");
  tree = with(tree, "run.repeats", "1");
  const auto result = testing::run_experiment(tree, {.data = covertype_rows(500)});
  ASSERT_TRUE(result) << result.error().field << ": " << result.error().message;
  EXPECT_EQ(at_path(*result, "runs.0.status"), Json("completed"));
  EXPECT_EQ(at_path(*result, "runs.0.privacy.certified"), Json(true));
  EXPECT_EQ(at_path(*result, "runs.0.solution").size(), 54u);

  // The same rows in LIBSVM's version of the file.
  Json libsvm = with(tree, "data", R"({"kind":"file","name":"covtype.libsvm.binary",
      "format":"libsvm","features":54})");
  libsvm = with(libsvm, "data.preprocess", write_json(at_path(tree, "data.preprocess")));
  const auto session_result = testing::run_experiment(
      with(libsvm, "data.preprocess.0.count", "2"),
      {.data = "2 1:2596 2:51 3:3 11:1 43:1\n1 1:2804 2:139 11:1 26:1\n2 1:2785 11:1 44:1\n"});
  ASSERT_TRUE(session_result) << session_result.error().message;
}

}  // namespace
}  // namespace noisy
