#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "engine/experiment/file/experiment.h"
#include "engine/math/vector.h"
#include "tests/experiment/file/experiments.h"

namespace noisy::testing {

/// Eight records of two features, so that z has four coordinates.
inline Json saddle_experiment(std::string_view parameters = R"({"iterations":30,"batchSize":3})") {
  Json tree = with(small_experiment(), "problem",
                   R"({"kind":"saddle","name":"moment-equations","radius":2})");
  tree = with(tree, "data.preprocess",
              R"([{"kind":"clip-rows","norm":"l2","bound":1},
                  {"kind":"scale-target","lower":-1,"upper":1}])");
  tree = with(tree, "privacy", R"({"notion":"approximate","epsilon":1,"delta":1e-3})");
  tree = with(tree, "algorithms",
              R"([{"id":"dp-sgda","parameters":)" + std::string(parameters) + "}]");
  return without(tree, "run.diagnostics");
}

inline Error refused(const Json& tree) {
  const auto read = read_experiment(write_json(tree));
  return read ? Error{} : read.error();
}

/// The records of the experiment.
struct SaddleRecords {
  Eigen::MatrixXd u{{0.5, 0.1},   {0.2, -0.4}, {-0.3, 0.6}, {0.9, 0},
                    {-0.7, -0.2}, {0.1, 0.8},  {0, -0.5},   {0.4, 0.4}};
  Vector t{{1, 1, -1, 1, -1, -1, 1, 1}};

  Vector mean_operator(const Vector& z) const {
    const Vector x = z.head(2), y = z.tail(2);
    Vector out = Vector::Zero(4);
    for (Index i = 0; i < 8; ++i) {
      const Vector row = u.row(i);
      out.head(2) += row.dot(y) * row / 8;
      out.tail(2) -= (row.dot(x) - t[i]) * row / 8;
    }
    return out;
  }
};

/// max over y of F(x, y) - min over x of F(x, y), in the domains of radius 2 and 1.
inline double saddle_gap_at(const Vector& z) {
  const Vector in_y = SaddleRecords().mean_operator(Vector{{z[0], z[1], 0, 0}}).tail(2);
  const Vector moments = SaddleRecords().mean_operator(Vector::Zero(4)).tail(2);
  const Vector in_x = SaddleRecords().mean_operator(Vector{{0, 0, z[2], z[3]}}).head(2);
  return in_y.lpNorm<1>() + 2 * in_x.norm() + z.tail(2).dot(moments);
}

}  // namespace noisy::testing
