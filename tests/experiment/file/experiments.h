#pragma once

#include <string>
#include <string_view>

#include "engine/json/json.h"

namespace noisy::testing {

/// A small valid experiment: eight inline records, two features, logistic loss, dp-gd.
inline Json small_experiment() {
  return *parse_json(R"({
    "version": 1,
    "data": {"kind": "inline",
             "features": [[0.5,0.1],[0.2,-0.4],[-0.3,0.6],[0.9,0],[-0.7,-0.2],[0.1,0.8],[0,-0.5],[0.4,0.4]],
             "targets": [1,1,-1,1,-1,-1,1,1],
             "preprocess": [{"kind": "clip-rows", "norm": "l1", "bound": 1}]},
    "problem": {"loss": "logistic", "regularizer": {"kind": "l2", "strength": 0.1}},
    "privacy": {"notion": "pure", "epsilon": 2},
    "algorithms": [{"id": "dp-gd", "parameters": {"iterations": 12}}],
    "run": {"repeats": 2, "randomness": {"mode": "reproducible", "seed": 7},
            "trace": {"points": 5}, "diagnostics": ["objective", "suboptimality", "accuracy"]}
  })");
}

/// The value at a dotted path ("algorithms.0.id"), or a null value.
inline Json at_path(const Json& tree, std::string_view path) {
  Json place = tree;
  while (!path.empty()) {
    const std::size_t dot = path.find('.');
    const std::string part(path.substr(0, dot));
    path = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
    if (place.is_array()) {
      const std::size_t position = std::stoul(part);
      place = position < place.size() ? place.element(position) : Json();
    } else {
      const Json* found = place.find(part);
      place = found ? Json(*found) : Json();
    }
  }
  return place;
}

/// A copy with the JSON text put at a dotted path; missing objects on the way are made.
inline Json with(const Json& tree, std::string_view path, std::string_view json) {
  if (path.empty()) return *parse_json(json, {.depth = 64});
  const std::size_t dot = path.find('.');
  const std::string part(path.substr(0, dot));
  const std::string_view rest = dot == std::string_view::npos ? "" : path.substr(dot + 1);
  Json out = tree;
  if (out.is_array()) {
    const std::size_t position = std::stoul(part);
    out.set_element(position, with(out.element(position), rest, json));
  } else {
    const Json* found = out.find(part);
    out.set(part, with(found ? *found : Json(), rest, json));
  }
  return out;
}

/// A copy without the member at a dotted path.
inline Json without(const Json& tree, std::string_view path) {
  Json out = tree;
  const std::size_t dot = path.find('.');
  const std::string part(path.substr(0, dot));
  if (dot == std::string_view::npos) {
    out.erase(part);
  } else if (out.is_array()) {
    const std::size_t position = std::stoul(part);
    out.set_element(position, without(out.element(position), path.substr(dot + 1)));
  } else {
    out.set(part, without(*tree.find(part), path.substr(dot + 1)));
  }
  return out;
}

/// Three algorithms (one with mini-batches, one not private), two budgets, two repeats.
inline Json varied_experiment() {
  Json tree = with(small_experiment(), "algorithms",
                   R"([{"id":"dp-gd","parameters":{"iterations":12}},
                       {"id":"dp-nag","parameters":{"iterations":9,"batchSize":3}},
                       {"id":"gd","label":"exact","parameters":{"iterations":9}}])");
  return with(tree, "sweep", R"([{"path":"privacy.epsilon","values":[1,4]}])");
}

/// The small experiment on a file, whose bytes are supplied beside it.
inline Json file_experiment(std::string_view format = "csv") {
  Json tree = with(small_experiment(), "data",
                   R"({"kind":"file","name":"data","format":")" + std::string(format) + R"("})");
  return with(tree, "data.preprocess", R"([{"kind":"clip-rows","norm":"l1","bound":1}])");
}

/// At least so many bytes of a CSV file with two features.
inline std::string many_rows(std::size_t bytes) {
  std::string rows;
  while (rows.size() < bytes) rows += "0.25,-1,1\n";
  return rows;
}

}  // namespace noisy::testing
